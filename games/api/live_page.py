"""The page about the socket, made from its document."""

import json
from html import escape
from typing import Any

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
td, th { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top; }
pre { background: #f4f4f4; padding: .5rem; overflow-x: auto; }
summary { cursor: pointer; }
"""


def page(content: dict[str, Any]) -> str:
    """The document as HTML for people; it loads nothing."""
    socket = content["channels"]["socket"]
    codes = "".join(
        f"<tr><td><code>{code}</code></td><td>{escape(sentence)}</td></tr>\n"
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
<p><code>GET {socket["address"]}</code>, {escape(socket["title"])}. {escape(content["info"]["description"])}
{escape(socket["description"])} The document itself: <a href="../asyncapi.json">asyncapi.json</a>.</p>
<h2>What you send</h2>
{received}<h2>What comes unasked</h2>
{sent}<h2>Close codes</h2>
<table><thead><tr><th>code</th><th>what it means</th></tr></thead><tbody>
{codes}</tbody></table>
</body>
</html>
"""


def _asked(content: dict[str, Any], operation: dict[str, Any]) -> str:
    replies = "".join(_frame(content, ref, "answered by") for ref in operation["reply"]["messages"])
    return _frame(content, operation["messages"][0], "") + replies


def _pushed(content: dict[str, Any], operation: dict[str, Any]) -> str:
    return _frame(content, operation["messages"][0], "")


def _frame(content: dict[str, Any], ref: dict[str, str], how: str) -> str:
    message = content["components"]["messages"][ref["$ref"].rpartition("/")[2]]
    schema = content["components"]["schemas"][message["payload"]["$ref"].rpartition("/")[2]]
    heading = f"<p>{how} <code>{message['name']}</code>: {escape(message['summary'])}</p>"
    text = escape(json.dumps(schema.get("properties", schema), indent=1, ensure_ascii=False))
    return f"{heading}\n<details><summary>fields</summary><pre>{text}</pre></details>\n"
