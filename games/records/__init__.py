"""Match records, files with which anyone can verify a match offline: exporting, importing and verifying them."""
