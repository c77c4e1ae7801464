"""An editor to be killed: starts a server, lets it work, shows a page of notes as a file and says what it has.

Prints one line of JSON: the server's process, the page's path, and the processes that hold its pipes (`--held`) so that
they stay open when this one is gone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from urllib.parse import unquote, urlparse

import editors
from client import Client
from life import URI, opened
from text import prose

server, *options = sys.argv[1:]
client = Client([server, "lsp"])
client.initialize(editors.NEOVIM.capabilities, process_id=os.getpid() if options else None)
holders = []
if options:
    pipes = (client.process.stdin.fileno(), client.process.stdout.fileno())
    holders.append(subprocess.Popen(["sleep", "1000"], pass_fds=pipes, stdout=subprocess.DEVNULL).pid)
client.notify("textDocument/didOpen", opened(prose(200_000).text))
client.send("workspace/executeCommand", {"command": "breviate.summarise", "arguments": [{"uri": URI}]})
page = client.execute("breviate.showNotes", {"uri": URI})["uri"]
line = {"server": client.process.pid, "page": unquote(urlparse(page).path), "holders": holders}
print(json.dumps(line), flush=True)
sys.stdin.read()
