"""Waking what waits for news of an account: long polls, streams and sockets that read personal feeds.

A notification is only a hint here, too. An update of a match wakes those accounts that it concerns, which its timeline
says; it is read once for all of them. Each reader then reads its feed with a cursor of its own.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice

from django.db import Error

from games.live.executor import run_in_thread
from games.live.stream_connection import EMPTY_LINE_INTERVAL_SECONDS
from games.matches.participation import unfinished_versions
from games.matches.personal_feed import FeedPage, read_feed
from games.matches.timeline import Timeline, load_timelines

REFRESH_SECONDS = EMPTY_LINE_INTERVAL_SECONDS
"""How long a reader waits at most before it reads again, in case a notification of a rematch was lost."""
MAX_POLLED_ACCOUNTS = 200
"""Accounts whose matches are polled by one query; with more readers the accounts take turns."""

log = logging.getLogger(__name__)


class FeedReader:
    """Reads one account's feed again and again, and waits in between until there may be something new.

    Args:
        account: the account.
        cursor: how much has been delivered; None reads the list alone at first.
    """

    def __init__(self, feeds: "AccountFeeds", account: str, cursor: str | None) -> None:
        self.account, self.cursor = account, cursor
        self.versions: dict[str, int] = {}
        """The unfinished matches that were read last, with versions up to which nothing more concerns the account."""
        self.polled_matches: frozenset[str] | None = None
        """The unfinished matches at the last poll."""
        self._feeds = feeds
        self._is_first, self._is_closed = True, False
        self._may_have_news = asyncio.Event()

    def wake(self) -> None:
        """Let the reader read again."""
        self._may_have_news.set()

    def close(self) -> None:
        """End `pages` as soon as possible."""
        self._is_closed = True
        self.wake()

    async def pages(self) -> AsyncIterator[FeedPage | None]:
        """Yield the feed at once, then each page with entries; None after each `REFRESH_SECONDS` without one.

        Raises:
            InvalidCursor: the cursor was not given to this account.
        """
        clock = asyncio.get_running_loop().time
        silent_since = clock()
        while not self._is_closed:
            page = await self.read()
            if self._is_closed:
                return
            if page.entries or self._is_first:
                self._is_first = False
                yield page
                silent_since = clock()
            elif clock() >= silent_since + REFRESH_SECONDS:
                yield None
                silent_since = clock()
            # An answer with entries may not have all of them.
            if not page.entries:
                await self.wait(silent_since + REFRESH_SECONDS - clock())

    async def read(self) -> FeedPage:
        """Return the feed after the cursor, which becomes that of the answer.

        Raises:
            InvalidCursor: the cursor was not given to this account.
        """
        # Cleared before reading: what happens meanwhile wakes the reader once more.
        self._may_have_news.clear()
        page: FeedPage = await run_in_thread(read_feed)(self.account, self.cursor)
        unfinished = {match.id: match.version for match in page.matches if match.status in ("gathering", "playing")}
        self._feeds.update_matches(self, unfinished)
        self.cursor = page.cursor
        return page

    async def wait(self, seconds: float) -> None:
        """Return when there may be news, or after this time."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._may_have_news.wait(), seconds)


class AccountFeeds:
    """The readers of personal feeds in this process."""

    def __init__(self) -> None:
        self._readers_by_account: dict[str, set[FeedReader]] = {}
        self._readers_by_match: dict[str, set[FeedReader]] = {}
        self._changed_matches: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def reading(self, account: str, cursor: str | None) -> Iterator[FeedReader]:
        """Provide a reader that is woken while the context is open."""
        reader = FeedReader(self, account, cursor)
        self._readers_by_account.setdefault(account, set()).add(reader)
        try:
            yield reader
        finally:
            self.update_matches(reader, {})
            _discard(self._readers_by_account, account, reader)

    def update_matches(self, reader: FeedReader, versions: dict[str, int]) -> None:
        """Note the unfinished matches of a reader, with the versions that it has read."""
        for match_id in reader.versions.keys() - versions.keys():
            _discard(self._readers_by_match, match_id, reader)
        for match_id in versions.keys() - reader.versions.keys():
            self._readers_by_match.setdefault(match_id, set()).add(reader)
        reader.versions = versions

    def on_match_updates(self, versions: Mapping[str, int]) -> None:
        """Wake the readers whom these new versions of matches concern."""
        self._changed_matches.update(
            match_id
            for match_id, version in versions.items()
            if any(reader.versions[match_id] < version for reader in self._readers_by_match.get(match_id, ()))
        )
        # One task at a time; a running one picks up what has changed meanwhile.
        if self._changed_matches and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._wake_concerned())

    def on_account_updates(self, accounts: Iterable[str]) -> None:
        """Wake the readers of these accounts."""
        for account in accounts:
            for reader in self._readers_by_account.get(account, ()):
                reader.wake()

    def wake_all(self) -> None:
        """Wake every reader, at shutdown."""
        self.on_account_updates(list(self._readers_by_account))

    async def poll(self) -> None:
        """Find changes that no notification has announced, for the accounts whose turn it is."""
        accounts = list(islice(self._readers_by_account, MAX_POLLED_ACCOUNTS))
        if not accounts:
            return
        # To the end of the line.
        for account in accounts:
            self._readers_by_account[account] = self._readers_by_account.pop(account)
        try:
            versions_by_account = await run_in_thread(unfinished_versions)(accounts)
        except Error as error:
            log.warning("could not poll the matches of accounts: %s", type(error).__name__)
            return
        for account in accounts:
            versions = versions_by_account.get(account, {})
            for reader in self._readers_by_account.get(account, ()):
                has_gone_back = any(
                    versions[each] < reader.versions[each] for each in reader.versions.keys() & versions.keys()
                )
                if has_gone_back or reader.polled_matches != versions.keys():
                    reader.polled_matches = frozenset(versions)
                    reader.wake()
            self.on_match_updates(versions)

    async def _wake_concerned(self) -> None:
        while self._changed_matches:
            match_ids, self._changed_matches = self._changed_matches, set()
            try:
                timelines: Mapping[str, Timeline] = await run_in_thread(load_timelines)(match_ids)
            except Error as error:
                # The next poll finds the same.
                log.warning("could not read the timelines of matches: %s", type(error).__name__)
                return
            except Exception:
                # Each reader finds out by itself whether it is its match that can't be read.
                log.exception("unexpected error while reading the timelines of matches")
                for match_id in match_ids:
                    for reader in self._readers_by_match.get(match_id, ()):
                        reader.wake()
                continue
            for match_id, timeline in timelines.items():
                _wake_concerned_by(timeline, match_id, self._readers_by_match.get(match_id, ()))


def _wake_concerned_by(timeline: Timeline, match_id: str, readers: Collection[FeedReader]) -> None:
    for reader in readers:
        if timeline.entries_of(reader.account, reader.versions[match_id]):
            reader.wake()
        else:
            reader.versions[match_id] = max(reader.versions[match_id], timeline.state.version)


def _discard(readers_by_key: dict[str, set[FeedReader]], key: str, reader: FeedReader) -> None:
    readers_by_key[key].discard(reader)
    if not readers_by_key[key]:
        del readers_by_key[key]
