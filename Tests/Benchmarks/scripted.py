"""A model's server that writes the same short note for every request, a word every few milliseconds.

Prints its port, and ends with its standard input.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NOTE = "Anna Roth counted the boats in the harbour, wrote the number into the book and walked home along the shore."
PAUSE = 0.005


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path != "/v1/models":
            return self.send_error(404)
        self._send(json.dumps({"data": [{"id": "scripted", "max_model_len": 8192}]}).encode(), "application/json")

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/v1/chat/completions":
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for word in NOTE.split(" "):
            self._event({"choices": [{"delta": {"content": word + " "}}]})
            time.sleep(PAUSE)
        self._event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _event(self, value):
        self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
        self.wfile.flush()

    def _send(self, body: bytes, kind: str):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # A client that cancels hangs up; nobody needs to read of it.


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
