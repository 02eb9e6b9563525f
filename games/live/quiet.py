"""A client's fault is no fault of ours: uvicorn logs bytes that are no UTF-8 with a traceback."""

import logging


class Quiet(logging.Filter):
    """Leaves out what uvicorn says of bytes that are no text; the client is told by the close code 1007."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))
