"""docs/errors.md, made from the codes that there are.

`uv run manage.py shell -c "from tests.docs import errors; errors.write()"` writes it anew.
"""

from pathlib import Path

from games.protocol.hints import hint_for
from games.protocol.problems import PROBLEM_CODES

PAGE = Path(__file__).resolve().parents[2] / "docs/errors.md"
HEAD = """# Errors

Whatever goes wrong is answered as `application/problem+json` (RFC 9457), over a socket as the `problem` of an `error`:

```json
{
  "type": "/api/v1/docs/errors#your_own_card",
  "title": "You can't vote for your own card.",
  "status": 422,
  "detail": "You can't vote for your own card.",
  "code": "your_own_card"
}
```

Branch on `code`: the list is closed, and codes keep their meaning. `title` and `detail` are for people. Some problems
say more: `errors` (each with a JSON `pointer`, a `code` and a `detail`), `version`, `required_scope`.

In short: 400 is a fault of the client's, 403 "you may not", 409 "not now", 422 "not by these rules"; after 429 and 503
the same request passes later. A refusal has done nothing, and its key is still free.
"""
TITLES = {
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


def page() -> str:
    """The page as it has to be."""
    text = HEAD
    for title in dict.fromkeys(TITLES.values()):
        text += f"\n## {title}\n| code | status | when | what a client does |\n| --- | --- | --- | --- |\n"
        for code, (status, when) in sorted(PROBLEM_CODES.items(), key=lambda entry: (entry[1][0], entry[0])):
            if TITLES[status] == title:
                text += f"| `{code}` | {status} | {when} | {hint_for(code)} |\n"
    return text


def write() -> None:
    PAGE.write_text(page())
