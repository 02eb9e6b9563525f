"""The page about the socket, made from its document."""

import json
import re
from html import escape
from typing import Any

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
td, th { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top; }
pre { background: #f4f4f4; padding: .5rem; overflow-x: auto; }
summary { cursor: pointer; }
code { background: #f4f4f4; padding: 0 .2rem; }
h3 { margin: 2rem 0 0; }
.reply { margin-left: 1.5rem; padding-left: 1rem; border-left: 3px solid #ddd; }
"""


def page(content: dict[str, Any]) -> str:
    """The document as HTML for people; it loads nothing."""
    socket = content["channels"]["socket"]
    subprotocol = socket["title"].rpartition(" ")[2]
    codes = "".join(
        f"<tr><td><code>{code}</code></td><td>{told(sentence)}</td></tr>\n"
        for code, sentence in sorted(socket["x-close-codes"].items())
    )
    operations = content["operations"].values()
    received = "".join(_asked(content, operation) for operation in operations if operation["action"] == "receive")
    sent = "".join(_pushed(content, operation) for operation in operations if operation["action"] == "send")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dixit backend: live</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
</head>
<body>
<h1>Live</h1>
<p><code>GET {socket["address"]}</code>, subprotocol <code>{escape(subprotocol)}</code>.
{told(content["info"]["description"])} {told(socket["description"])}
The document itself: <a href="../asyncapi.json">asyncapi.json</a>.</p>
<h2>What you send</h2>
{received}<h2>What comes unasked</h2>
{sent}<h2>Close codes</h2>
<table><thead><tr><th>code</th><th>what it means</th></tr></thead><tbody>
{codes}</tbody></table>
</body>
</html>
"""


def _asked(content: dict[str, Any], operation: dict[str, Any]) -> str:
    replies = "".join(
        f'<div class="reply">{_frame(content, ref, "<p>answered by ", "</p>")}</div>\n'
        for ref in operation["reply"]["messages"]
    )
    return _pushed(content, operation) + replies


def _pushed(content: dict[str, Any], operation: dict[str, Any]) -> str:
    return _frame(content, operation["messages"][0], "<h3>", "</h3>")


def _frame(content: dict[str, Any], ref: dict[str, str], before: str, behind: str) -> str:
    message = content["components"]["messages"][ref["$ref"].rpartition("/")[2]]
    schema = content["components"]["schemas"][message["payload"]["$ref"].rpartition("/")[2]]
    name = f"{before}<code>{message['name']}</code>{behind}\n<p>{told(message['summary'])}</p>"
    text = escape(json.dumps(schema.get("properties", schema), indent=1, ensure_ascii=False))
    return f"{name}\n<details><summary>fields</summary><pre>{text}</pre></details>\n"


def told(sentence: str) -> str:
    """A sentence of the document, with what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))
