"""Memory that is returned to the system."""

import ctypes

M_MMAP_THRESHOLD = -3
"""The parameter of glibc's `mallopt`."""
LARGE_BLOCK_BYTES = 1024 * 1024


def return_large_blocks() -> None:
    """Let the C library give large blocks back to the system as soon as they are freed.

    By default glibc adapts: after the first few it takes them from the heap of the thread, and keeps them there. So
    hashing a password, which needs 19 MiB, would cost that much for each thread that has ever done it.
    """
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)
