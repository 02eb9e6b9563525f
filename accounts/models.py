"""Users and their tokens."""

import json
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, TypeVar
from unicodedata import normalize

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import connection, models
from django.db.models.base import ModelState
from django.db.models.functions import Now

from accounts import names

ModelT = TypeVar("ModelT", bound=models.Model)

SCOPES = ("match:read", "match:play", "match:create", "history:read")
"""The scopes that a token can have; a guest's token has all of them."""


def new_user_id() -> str:
    return f"u_{secrets.token_hex(12)}"


def new_token_id() -> str:
    return f"t_{secrets.token_hex(8)}"


class UserManager(BaseUserManager["User"]):
    def create_guest(self, name: str) -> "User":
        """Create a user who plays without an account and can't log in."""
        user = self.model(name=name, kind="guest")
        user.set_unusable_password()
        user.save(force_insert=True)
        return user

    def create_superuser(self, login: str, password: str, **fields: Any) -> "User":
        """Create a member of staff, for `manage.py createsuperuser`."""
        user = self.model(name=login, kind="human", is_staff=True, is_superuser=True, **fields)
        user.login = names.normalize_login(login)
        user.set_password(password)
        user.save(force_insert=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this login in any spelling; Django's own code, such as `createsuperuser`, calls this."""
        return self.get(login=names.normalize_login(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A person or a computer player; a guest has no login."""

    id = models.CharField(max_length=40, primary_key=True, default=new_user_id)
    name = models.CharField(max_length=320)
    """Up to 40 visible characters of up to 8 code points each."""
    kind = models.CharField(max_length=10, choices=[("human", "human"), ("guest", "guest"), ("bot", "bot")])
    login = models.CharField(max_length=names.MAX_LOGIN_CODE_POINTS, unique=True, null=True)
    """The normalized name of an account, by which names are compared; people see `name`."""
    email = models.EmailField(null=True)
    """Shown only to its owner, and not used to log in."""
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = UserManager()

    USERNAME_FIELD = "login"

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(_normalize_password(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        return super().check_password(_normalize_password(raw_password))


class TokenManager(models.Manager["Token"]):
    def issue(
        self,
        user: User,
        *,
        label: str = "",
        scopes: Collection[str] = SCOPES,
        lifetime: timedelta | None = None,
        made_by: "Token | None" = None,
    ) -> "tuple[Token, str]":
        """Create a token, by default with every scope. Return it with its secret, which is known only at this moment.

        Without a lifetime it is valid for `TOKEN_DAYS` days. A token derived from another (`made_by`) expires no later
        than that one.
        """
        secret = f"dxt_{secrets.token_urlsafe(32)}"
        # By the database's clock, like every look at it: those of the web servers may differ.
        (now,) = User.objects.filter(id=user.id).values_list(Now()).get()
        expires_at = now + (lifetime or timedelta(days=settings.TOKEN_DAYS))
        if made_by is not None:
            expires_at = min(expires_at, made_by.expires_at)
        token = self.create(
            user=user,
            digest=token_digest(secret),
            scopes=[scope for scope in SCOPES if scope in scopes],
            label=label,
            expires_at=expires_at,
            made_by=made_by,
        )
        return token, secret

    def find(self, secret: str) -> "Token | None":
        """Return the valid token with this secret, with its user; None if there is none. This asks the database."""
        credential = self.load_credential(token_digest(secret))
        return credential.token if credential else None

    def load_credential(self, digest: str) -> "Credential | None":
        """Return what requests need of the valid token with this digest; None if there is none.

        Many requests run this, so it is one hand-written query.
        """
        with connection.cursor() as cursor:
            cursor.execute(_FIND_VALID_CREDENTIAL_SQL_BY_VENDOR[connection.vendor], [digest])
            row = cursor.fetchone()
        if row is None:
            return None
        # A raw cursor doesn't convert values: JSON columns come back as text.
        user = User.from_db(connection.alias, USER_FIELDS, row[2:6])
        token = Token.from_db(connection.alias, TOKEN_FIELDS, [row[0], user.id, json.loads(row[1])])
        token.user = user
        return Credential(token, row[6])

    def valid_ids(self, ids: Collection[str]) -> set[str]:
        """Return the IDs among these whose tokens are neither expired nor revoked, and whose users are active."""
        valid = self.filter(id__in=ids, expires_at__gt=Now(), user__is_active=True)
        return set(valid.values_list("id", flat=True))


class Token(models.Model):
    """A bearer token. Only the SHA-256 of its secret is stored; with 256 random bits it needs no salt."""

    id = models.CharField(max_length=40, primary_key=True, default=new_token_id)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    label = models.CharField(max_length=320, blank=True)
    """Up to 40 visible characters, like a name."""
    made_by = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="made")
    """The token that this one was derived from and is revoked with; None if it was not derived from another."""
    expires_at = models.DateTimeField()
    # By the database's clock: at the limit the oldest token is revoked, whichever web server has issued it.
    created_at = models.DateTimeField(db_default=Now())

    objects = TokenManager()


@dataclass(frozen=True, slots=True)
class Credential:
    """A valid token with its user, as it was read; `valid_seconds` is how long it was valid then.

    Columns that requests don't need are deferred: Django loads them on first access.
    """

    token: Token
    valid_seconds: float

    def copy_token(self) -> Token:
        """Return a token that the caller may change, and whose missing columns Django may load into it."""
        # `from_db` takes ten times as long, and most requests need this.
        token, user = _copy_row(self.token), _copy_row(self.token.user)
        token.scopes = list(self.token.scopes)
        _TOKEN_USER_FIELD.set_cached_value(token, user)
        return token


def _copy_row(row: ModelT) -> ModelT:
    """Return a copy of a row that was read from the database, without the related rows that it holds."""
    copy = object.__new__(type(row))
    copy.__dict__.update(row.__dict__)
    copy._state = ModelState()
    copy._state.adding, copy._state.db = False, row._state.db  # noqa: SLF001
    return copy


_TOKEN_USER_FIELD: Any = Token._meta.get_field("user")  # noqa: SLF001  (documented)
TOKEN_FIELDS, USER_FIELDS = ("id", "user_id", "scopes"), ("id", "name", "kind", "login")

_FIND_VALID_CREDENTIAL_SQL = """
    SELECT token.id, token.scopes, account.id, account.name, account.kind, account.login, {valid_seconds}
    FROM accounts_token AS token JOIN accounts_user AS account ON account.id = token.user_id
    WHERE token.digest = %s AND token.expires_at > {now} AND account.is_active
"""
_FIND_VALID_CREDENTIAL_SQL_BY_VENDOR = {
    "postgresql": _FIND_VALID_CREDENTIAL_SQL.format(
        now="statement_timestamp()",
        valid_seconds="extract(epoch FROM token.expires_at - statement_timestamp())::float8",
    ),
    # In the format in which Django stores times.
    "sqlite": _FIND_VALID_CREDENTIAL_SQL.format(
        now="strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')",
        valid_seconds="(julianday(token.expires_at) - julianday('now')) * 86400.0",
    ),
}


def _normalize_password(password: str | None) -> str | None:
    """Return the password in Unicode's composed form: some keyboards send an accent as a character of its own."""
    return None if password is None else normalize("NFC", password)


def token_digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
