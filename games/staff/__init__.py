"""The staff site: admin pages on matches and people that show only public data, with an audit log of every action."""
