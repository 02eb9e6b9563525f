"""The settings of the test run: those of the product, but the test databases may lose data in a crash."""

from dixit.settings import *  # noqa: F403

ALLOW_UNSAFE_DATABASE = True
