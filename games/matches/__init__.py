"""The application layer: `command_handler` changes a match, `match_queries` and `event_queries` read it."""
