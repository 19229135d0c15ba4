"""A server of a test's own, to be killed and started again."""

import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo

from contract.postgres import admin

PATIENCE = 60.0


class Server:
    """Made of the programs of the server that run.sh has started."""

    def __init__(self, limits: str = "") -> None:
        """Start it below a shell's limits, such as "ulimit -f 1000; "."""
        with admin() as conn:
            found = conn.execute(
                "SELECT (SELECT setting FROM pg_config WHERE name = 'BINDIR'),"
                " current_setting('data_directory')"
            ).fetchone()
        assert found
        self._programs = Path(found[0])
        self._limits = limits
        # PostgreSQL does not run as root.
        self._owner = Path(found[1]).stat().st_uid
        self._folder = Path(tempfile.mkdtemp(prefix="sqg-copy-test"))
        os.chown(self._folder, self._owner, pwd.getpwuid(self._owner).pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        initdb = f"{self._programs}/initdb -D data -U postgres -A trust -E UTF8"
        self._shell(f"{initdb} --locale=C --no-sync > log 2>&1").wait(PATIENCE)
        self.start()

    def _shell(self, command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["sh", "-c", command],
            cwd=self._folder,
            user=self._owner if os.getuid() == 0 else None,
            start_new_session=True,
        )

    @property
    def url(self) -> str:
        return self.url_at(self.port)

    def url_at(self, port: int) -> str:
        return make_conninfo(
            host="127.0.0.1", port=port, user="postgres", dbname="postgres"
        )

    def start(self) -> None:
        """Start the server, also after it was killed: what it left ends first."""
        command = (
            f"{self._limits}exec {self._programs}/postgres -D data -c port={self.port}"
            " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
            " > log 2>&1"
        )
        self._process = self._shell(command)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                ended = self._process.poll() is not None
                log = (self._folder / "log").read_text()
                assert time.monotonic() < end, log
                if ended:
                    assert "still in use" in log, log
                    self._process = self._shell(command)
            else:
                return

    def kill(self) -> None:
        """End the server and all of its processes with signal 9."""
        with psycopg.connect(self.url) as conn:
            backends = conn.execute(
                "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            ).fetchall()
        self._process.kill()
        for (pid,) in backends:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(PATIENCE)

    def close(self) -> None:
        if self._process.poll() is None:
            self.kill()
        shutil.rmtree(self._folder)


class Wire:
    """A way to a server that can be cut."""

    def __init__(self, port: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._server = socket.create_connection(("127.0.0.1", port))
        self._client = self._server
        self.cut_at_answer_to = b""  # the message that the server answers unheard
        self._asked = False
        self.cut_when_full_of = b""  # what is not passed on, nor anything after it
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        self._client, _ = self._listener.accept()
        threading.Thread(target=self._down, daemon=True).start()
        with suppress(OSError):
            while data := self._client.recv(8192):
                if self.cut_at_answer_to and self.cut_at_answer_to in data:
                    self._asked = True
                if self.cut_when_full_of and self.cut_when_full_of in data:
                    self._fill()
                    self.cut()
                    return
                self._server.sendall(data)

    def _down(self) -> None:
        with suppress(OSError):
            while data := self._server.recv(8192):
                if self._asked:
                    self.cut()
                    return
                self._client.sendall(data)

    def _fill(self) -> None:
        """Take nothing, until nothing more comes: the client has to wait."""
        before, arrived = -1, 0
        while before < arrived:
            time.sleep(0.2)
            unread = fcntl.ioctl(self._client, termios.FIONREAD, bytes(4))
            before, arrived = arrived, int.from_bytes(unread, sys.byteorder)

    def cut(self) -> None:
        """Both ends hear of it, also where what they have sent was not read."""
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self.cut()
        self._listener.close()
