"""The HTML page about the WebSocket protocol, rendered from the AsyncAPI document."""

import json
import re
from html import escape
from typing import Any

STYLESHEET = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
td, th { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top; }
pre { background: #f4f4f4; padding: .5rem; overflow-x: auto; }
summary { cursor: pointer; }
code { background: #f4f4f4; padding: 0 .2rem; }
h3 { margin: 2rem 0 0; }
.reply { margin-left: 1.5rem; padding-left: 1rem; border-left: 3px solid #ddd; }
"""


def render_socket_page(asyncapi: dict[str, Any]) -> str:
    """Return the AsyncAPI document as an HTML page that loads no further files."""
    socket = asyncapi["channels"]["socket"]
    subprotocol = socket["title"].rpartition(" ")[2]
    close_code_rows = "".join(
        f"<tr><td><code>{code}</code></td><td>{inline_code_html(sentence)}</td></tr>\n"
        for code, sentence in sorted(socket["x-close-codes"].items())
    )
    operations = asyncapi["operations"].values()
    client_frames_html = "".join(
        _operation_with_replies_html(asyncapi, operation)
        for operation in operations
        if operation["action"] == "receive"
    )
    server_frames_html = "".join(
        _operation_html(asyncapi, operation) for operation in operations if operation["action"] == "send"
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dixit backend: live</title>
<link rel="icon" href="data:,">
<style>{STYLESHEET}</style>
</head>
<body>
<h1>Live</h1>
<p><code>GET {socket["address"]}</code>, subprotocol <code>{escape(subprotocol)}</code>.
{inline_code_html(asyncapi["info"]["description"])} {inline_code_html(socket["description"])}
For programs: <a href="../asyncapi.json">asyncapi.json</a>.</p>
<h2>Frames you send</h2>
{client_frames_html}<h2>Frames the server sends on its own</h2>
{server_frames_html}<h2>Close codes</h2>
<table><thead><tr><th>code</th><th>meaning</th></tr></thead><tbody>
{close_code_rows}</tbody></table>
</body>
</html>
"""


def _operation_with_replies_html(asyncapi: dict[str, Any], operation: dict[str, Any]) -> str:
    replies = "".join(
        f'<div class="reply">{_frame_html(asyncapi, ref, "<p>reply: ", "</p>")}</div>\n'
        for ref in operation["reply"]["messages"]
    )
    return _operation_html(asyncapi, operation) + replies


def _operation_html(asyncapi: dict[str, Any], operation: dict[str, Any]) -> str:
    return _frame_html(asyncapi, operation["messages"][0], "<h3>", "</h3>")


def _frame_html(asyncapi: dict[str, Any], ref: dict[str, str], before: str, after: str) -> str:
    message = asyncapi["components"]["messages"][ref["$ref"].rpartition("/")[2]]
    schema = asyncapi["components"]["schemas"][message["payload"]["$ref"].rpartition("/")[2]]
    heading = f"{before}<code>{message['name']}</code>{after}\n<p>{inline_code_html(message['summary'])}</p>"
    fields_json = escape(json.dumps(schema.get("properties", schema), indent=1, ensure_ascii=False))
    return f"{heading}\n<details><summary>fields</summary><pre>{fields_json}</pre></details>\n"


def inline_code_html(sentence: str) -> str:
    """Return the text escaped for HTML, with parts in backticks as `<code>`."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))
