"""Generate docs/reference/errors.md from the codes in `games.protocol`.

`uv run manage.py shell -c "from tests.docs import errors_page; errors_page.write_page()"` writes the page.
"""

from pathlib import Path

from games.protocol.hints import hint_for
from games.protocol.problems import PROBLEM_CODES

ERRORS_PAGE_PATH = Path(__file__).resolve().parents[2] / "docs/reference/errors.md"
PAGE_HEADER = """# Errors

Every error is returned as `application/problem+json` (RFC 9457). On a socket it is the `problem` of an `error` frame:

```json
{
  "type": "/api/v1/docs/errors#your_own_card",
  "title": "@title",
  "status": 422,
  "detail": "@title",
  "code": "your_own_card"
}
```

Branch on `code`: the list is closed, and codes keep their meaning. `title` and `detail` are texts for people. Some
problems have more fields: `errors` (each with a JSON `pointer`, a `code` and a `detail`), `version`, `required_scope`.

| status | meaning |
| --- | --- |
| 400 | the client sent something wrong |
| 403 | you are not allowed to do this |
| 409 | not possible in the current state |
| 422 | against the rules of the match |
| 429, 503 | the same request will succeed later |

A refused request has had no effect, and its idempotency key can be used again.
"""
SECTION_TITLE_BY_STATUS = {
    400: "Malformed requests",
    401: "Authentication",
    403: "Not allowed",
    404: "Not found",
    405: "Unsupported requests",
    406: "Unsupported requests",
    408: "Unsupported requests",
    409: "Conflicts with the current state",
    412: "Version mismatch",
    413: "Unsupported requests",
    415: "Unsupported requests",
    422: "Against the rules",
    429: "Rate limits",
    431: "Unsupported requests",
    500: "Server errors",
    503: "Server errors",
}


def render_page() -> str:
    """Return the text of the page."""
    _, title = PROBLEM_CODES["your_own_card"]
    text = PAGE_HEADER.replace("@title", title)
    for title in dict.fromkeys(SECTION_TITLE_BY_STATUS.values()):
        text += f"\n## {title}\n| code | status | meaning | what the client should do |\n| --- | --- | --- | --- |\n"
        for code, (status, when) in sorted(PROBLEM_CODES.items(), key=lambda entry: (entry[1][0], entry[0])):
            if SECTION_TITLE_BY_STATUS[status] == title:
                text += f"| `{code}` | {status} | {when} | {hint_for(code)} |\n"
    return text


def write_page() -> None:
    """Write the page."""
    ERRORS_PAGE_PATH.write_text(render_page())
