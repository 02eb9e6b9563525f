"""The rate-limit header fields in the OpenAPI document; every response has them."""

from typing import Any

from games.limits.policies import REQUEST_KINDS

_LIMIT_NAMES = ", ".join(f"`{name}`" for name in (*REQUEST_KINDS, "address", "match"))
RATE_LIMIT_HEADER_COMPONENTS: dict[str, Any] = {
    "RateLimit-Policy": {
        "description": f"The limits that this request was charged to ({_LIMIT_NAMES}): at most `q` requests in any `w` "
        "seconds. draft-ietf-httpapi-ratelimit-headers-10; absent if the server has no limits.",
        "schema": {"type": "string"},
        "example": '"play";q=600;w=60, "address";q=12000;w=60, "match";q=3000;w=60',
    },
    "RateLimit": {
        "description": "What is left of each limit that only you are counted in, `r`, at a moment of the last second, "
        "and the seconds until more is available, `t`. Shared limits (`address`, `match`, without a token the others "
        "too) appear only in a refusal of their own. Absent if there is nothing to tell.",
        "schema": {"type": "string"},
        "example": '"play";r=599;t=60',
    },
    "Retry-After": {
        "description": "Seconds to wait before sending the same request again.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
        "example": "7",
    },
}
RATE_LIMIT_HEADER_REFS = {name: {"$ref": f"#/components/headers/{name}"} for name in ("RateLimit-Policy", "RateLimit")}
