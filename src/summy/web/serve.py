"""`summy serve` and the other commands of a host, for the command line to call.

Everything here is told its data directory; nothing reads the environment but `read_server_settings`.
"""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from summy.errors import SummyError
from summy.web.addresses import listen, local_addresses, machine_names
from summy.web.backup import backup, restore
from summy.web.configuration import WORKER_SECRET_FILE, ServerSettings, read_server_settings, use
from summy.web.data_lock import serving

__all__ = ["AdminRefused", "backup", "create_admin", "manage", "restore", "run", "set_up"]

Tell = Callable[[str], None]

_ANY: Final = frozenset({"0.0.0.0", "::"})


class AdminRefused(SummyError):
    """An administrator that can't be created; `message` says why."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data: Path,
    lan: bool = False,
    open_browser: bool = False,
    workers: int = 1,
    tell: Tell = print,
) -> int:
    """Serve the site until it is told to stop (SIGINT or SIGTERM). Returns the exit code.

    Args:
        host: address to listen on; `lan` listens on all of them.
        port: the next free one is taken where this one is not; 0 takes any.
        data: the data directory; made if it is not there.
        lan: let others in this network in, and show the address as a QR code.
        open_browser: open the start page in the machine's browser.
        workers: how many engine worker processes to keep running.
        tell: shows a line to the person at the terminal.

    Raises `ConfigurationError` when the settings can't be used, the port is taken or the data is being served.
    """
    settings = read_server_settings(data)
    reachable = local_addresses() if lan or host in _ANY else ()
    if lan:
        host = "0.0.0.0"
    if host in _ANY:
        settings = replace(settings, hosts=(*settings.hosts, *reachable, *machine_names()))
    elif host not in settings.hosts:
        settings = replace(settings, hosts=(*settings.hosts, _in_address(host)))
    with serving(data, settings.web_processes):
        set_up(settings)
        _migrate()
        with listen(host, port) as listening:
            shown_host = (reachable or ("127.0.0.1",))[0] if host in _ANY else host
            address = f"http://{_in_address(shown_host)}:{listening.getsockname()[1]}/"

            def announce() -> None:
                tell(f"Summy is at {address}  (Ctrl+C stops it)")
                if lan:
                    tell(qr_code(address))
                if open_browser:
                    # Some browsers are started in the foreground: the server must not wait for them.
                    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

            _serve(settings, data, listening, workers, announce)
    return 0


def _in_address(host: str) -> str:
    """A host as it is written in an address."""
    return f"[{host}]" if ":" in host else host


def _serve(
    settings: ServerSettings, data: Path, listening: socket.socket, workers: int, announce: Callable[[], None]
) -> None:
    """Run the web server with what belongs to it: the sweeper's thread and the workers' processes."""
    from summy.web.asgi import application
    from summy.web.games.sweeper import Sweeper, make_good
    from summy.web.server import Server, configured
    from summy.web.workers.supervisor import Supervisor

    host, port = listening.getsockname()[:2]
    supervisor = Supervisor(workers, "127.0.0.1" if host in _ANY else host, port, data / WORKER_SECRET_FILE)
    sweeper = Sweeper()

    def ready() -> None:
        sweeper.start()
        supervisor.start()
        announce()

    def stop() -> None:
        supervisor.stop()
        sweeper.stop()

    make_good()
    Server(configured(settings, application), ready, stop).run(sockets=[listening])


def qr_code(text: str) -> str:
    """The text as a QR code of half-block characters for a terminal."""
    import io

    import segno

    picture = io.StringIO()
    segno.make(text, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue().rstrip("\n")


def set_up(settings: ServerSettings) -> None:
    """Make Django ready with these settings. Raises `ConfigurationError` when a system check fails."""
    import django
    from django.core.checks import ERROR, run_checks

    from summy.web.configuration import ConfigurationError

    if settings.data is not None:
        settings.data.mkdir(parents=True, exist_ok=True)
    use(settings)
    os.environ["DJANGO_SETTINGS_MODULE"] = "summy.web.settings"
    django.setup()
    failed = [str(message.msg) for message in run_checks() if message.level >= ERROR]
    if failed:
        raise ConfigurationError(" ".join(failed))


def _migrate() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


def manage(data: Path, arguments: Sequence[str]) -> None:
    """Run a maintenance command of the site on a data directory, for example `["rebuild_games", "--check"]`."""
    from django.core.management import ManagementUtility

    set_up(read_server_settings(data))
    ManagementUtility(["summy", *arguments]).execute()


def create_admin(data: Path, name: str, password: str) -> None:
    """Create somebody who may sign in at /admin/. Raises `AdminRefused`."""
    set_up(read_server_settings(data))
    _migrate()
    from django.contrib.auth import get_user_model
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    users = get_user_model()
    account = users(username=name, is_staff=True, is_superuser=True)
    try:
        users.username_validator(name)
        validate_password(password, account)
    except ValidationError as error:
        raise AdminRefused("bad_account", " ".join(error.messages)) from None
    if users.objects.filter(username=name).exists():
        raise AdminRefused("name_taken", f"There is an administrator called {name} already.")
    account.set_password(password)
    account.save()
