"""Keeping everyday errors in the log short: clients that send invalid UTF-8 or cut connections, and Redis outages."""

import logging

from redis import RedisError

UNAVAILABLE_STATUS = 503


class ExpectedErrorFilter(logging.Filter):
    """Drops uvicorn's errors about invalid UTF-8 and cut connections, answers of 503, and tracebacks of lost Redis.

    A client that sends invalid UTF-8 learns of it by the close code 1007; it is not a fault of the server. Nor is one
    that cuts its connection while it is being answered: until uvicorn has learned of that, uvloop refuses to write. Why
    something is unavailable is logged where it is found, and not again with each request.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, RedisError | OSError):
            record.exc_info, record.exc_text = None, None
        was_cut = isinstance(error, RuntimeError) and str(error).endswith("the handler is closed")
        is_unavailable = getattr(record, "status_code", None) == UNAVAILABLE_STATUS
        return not (was_cut or is_unavailable or isinstance(error, UnicodeDecodeError))
