"""docs/errors.md, made from the codes that there are.

`uv run manage.py shell -c "from tests.docs import errors; errors.write()"` writes it anew.
"""

from pathlib import Path

from games.protocol.hints import hint_for
from games.protocol.problems import PROBLEM_CODES

ERRORS_PAGE_PATH = Path(__file__).resolve().parents[2] / "docs/errors.md"
PAGE_HEADER = """# Errors

Whatever goes wrong is answered as `application/problem+json` (RFC 9457), over a socket as the `problem` of an `error`:

```json
{
  "type": "/api/v1/docs/errors#your_own_card",
  "title": "Nobody may vote for a card of their own.",
  "status": 422,
  "detail": "Nobody may vote for a card of their own.",
  "code": "your_own_card"
}
```

Branch on `code`: the list is closed, and codes keep their meaning. `title` and `detail` are for people. Some problems
say more: `errors` (each with a JSON `pointer`, a `code` and a `detail`), `version`, `required_scope`.

In short: 400 is a fault of the client's, 403 "you may not", 409 "not now", 422 "not by these rules"; after 429 and 503
the same request passes later. A refusal has done nothing, and its key is still free.
"""
SECTION_TITLE_BY_STATUS = {
    400: "Malformed",
    401: "Who are you?",
    403: "You may not",
    404: "Not there",
    405: "Not this way",
    406: "Not this way",
    409: "Not now",
    412: "Moved on",
    413: "Not this way",
    415: "Not this way",
    422: "Not by these rules",
    429: "Too much",
    500: "Our side",
    503: "Our side",
}


def render_page() -> str:
    """The page as it has to be."""
    text = PAGE_HEADER
    for title in dict.fromkeys(SECTION_TITLE_BY_STATUS.values()):
        text += f"\n## {title}\n| code | status | when | what a client does |\n| --- | --- | --- | --- |\n"
        for code, (status, when) in sorted(PROBLEM_CODES.items(), key=lambda entry: (entry[1][0], entry[0])):
            if SECTION_TITLE_BY_STATUS[status] == title:
                text += f"| `{code}` | {status} | {when} | {hint_for(code)} |\n"
    return text


def write_page() -> None:
    ERRORS_PAGE_PATH.write_text(render_page())
