"""A /classify service on loopback that says what a test wants."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Tuple

Answer = Tuple[int, Dict[str, str], Any]


class StubService:
    def __init__(self, answer: Callable[[Dict[str, Any]], Answer]) -> None:
        self.requests: List[Dict[str, Any]] = []
        self.headers: List[Dict[str, str]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                stub.requests.append(body)
                stub.headers.append({name.lower(): value for name, value in self.headers.items()})
                status, headers, content = answer(body)
                if status == 0:
                    time.sleep(content)
                    return
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                try:
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.send_header("content-length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    pass

            def log_message(self, *_args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = "http://127.0.0.1:%d/classify" % self._server.server_address[1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
