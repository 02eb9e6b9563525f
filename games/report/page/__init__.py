"""The report as a page: plain HTML that loads nothing but the cards' pictures."""
