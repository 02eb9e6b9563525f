"""The retelling of a match: its seats, its rounds, and a sentence for each event, as far as one viewer may see them.

The story, the audit report, the highlights and the staff's match page are all made from it.
"""
