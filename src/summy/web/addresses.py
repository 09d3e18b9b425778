"""Where this machine can be reached, for a friend in the same room."""

from __future__ import annotations

import errno
import ipaddress
import socket
from contextlib import suppress
from typing import Final

from summy.web.configuration import ConfigurationError

_PORTS_TRIED: Final = 20


def local_addresses() -> tuple[str, ...]:
    """The IPv4 addresses of this machine in its networks, the most likely one first; empty when it has none."""
    found: list[str] = []
    # "Connecting" a datagram socket sends nothing: it only asks which own address would be used, if any.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("198.51.100.1", 9))
        found.append(probe.getsockname()[0])
    # The machine's own name may be known nowhere.
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(address for address in found if not ipaddress.ip_address(address).is_loopback))


def machine_names() -> tuple[str, ...]:
    """Host names under which others in the network may reach this machine."""
    name = socket.gethostname().lower()
    return (name,) if "." in name else (name, f"{name}.local")


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on `port`, or on the next free one. Raises `ConfigurationError` when none of 20 is free.

    Port 0 takes any free port.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + _PORTS_TRIED, 65536)) if port else (0,):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(512)
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise ConfigurationError(f"can't listen on {host}:{candidate}: {error.strerror}") from None
        else:
            return listening
    raise ConfigurationError(f"no free port between {port} and {port + _PORTS_TRIED - 1} on {host}")
