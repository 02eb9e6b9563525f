"""Match records: files by which anyone can check a match, offline, without our server. Written, taken in, verified."""
