"""Processes whose clock is wrong: a small library in front of libc's shifts the time of day, not monotonic time."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long skew(void) { const char *text = getenv("CLOCK_SKEW_SECONDS"); return text ? atol(text) : 0; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int (*original)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int result = original(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += skew();
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    int (*original)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
    int result = original(now, zone);
    if (result == 0) now->tv_sec += skew();
    return result;
}

time_t time(time_t *result) {
    time_t (*original)(time_t *) = dlsym(RTLD_NEXT, "time");
    time_t now = original(NULL) + skew();
    if (result) *result = now;
    return now;
}
"""


def compile_shim(folder: Path) -> Path:
    """Compile the library, and return its file; skip the test where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("a skewed clock needs a C compiler")
    source, library = folder / "skewed_clock.c", folder / "skewed_clock.so"
    source.write_text(SOURCE)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return library


def skewed_environment(library: Path, seconds: int) -> dict[str, str]:
    """Return the variables with which a process's clock is ahead by this many seconds."""
    return {"LD_PRELOAD": str(library), "CLOCK_SKEW_SECONDS": str(seconds)}
