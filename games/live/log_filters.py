"""What happens every day is logged in a line: a client that sends no text, a Redis that has gone for a while."""

import logging

from redis import RedisError


class ExpectedErrorFilter(logging.Filter):
    """Leaves out what uvicorn says of bytes that are no UTF-8 (the client is told by the close code 1007), and the
    traceback of what the channel layer says of a lost line."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, RedisError | OSError):
            record.exc_info, record.exc_text = None, None
        return not isinstance(error, UnicodeDecodeError)
