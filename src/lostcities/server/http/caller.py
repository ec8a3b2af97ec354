"""A request as the client made it: its source, and the address it asked for. Behind a proxy that is what the proxy says."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import Scope

from lostcities.server.settings import Settings
from lostcities.text import LANGUAGES

HOST = re.compile(r"([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a request comes from, and the address it asked for."""

    client: str
    scheme: str
    host: str
    """With its port, as the client wrote it."""
    headers: dict[str, str]

    @property
    def name(self) -> str:
        """The host without its port; empty if it is not a valid host."""
        found = HOST.fullmatch(self.host)
        return found[1].strip("[]").rstrip(".") if found else ""

    @property
    def near(self) -> bool:
        """Whether the request comes from a program on this computer."""
        return self.client in NEAR

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}"


def caller_of(scope: Scope, settings: Settings) -> Caller:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    client = scope["client"][0] if scope.get("client") else ""
    scheme: str = scope["scheme"].replace("ws", "http")
    host = headers.get("host", "")
    if settings.trust_proxy:
        client = headers.get("x-forwarded-for", client).split(",")[-1].strip()  # the last address is the one that the proxy itself saw
        scheme = headers.get("x-forwarded-proto", scheme)
        host = headers.get("x-forwarded-host", host)
    return Caller(network_of(client), scheme, host.lower(), headers)


def network_of(address: str) -> str:
    """Return what limits are counted by: an address, or for IPv6 its network, all of whose addresses belong to one client.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::7"), network_of("testing")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', 'testing')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))


NEAR = (network_of("127.0.0.1"), network_of("::1"))


def host_allowed(caller: Caller, settings: Settings) -> bool:
    """Whether this is one of the server's names. Unknown names are refused: another site's name could point here.

    An IP address cannot be another site's name, so it is accepted if the server is reachable from outside.
    """
    name = caller.name
    allowed = {*LOOPBACK, settings.host.lower(), *(host.lower() for host in settings.allow_hosts)}
    if settings.public_url:
        allowed.add(urlsplit(settings.public_url).hostname or "")
    return name in allowed or (not settings.loopback and is_address(name))


def origin_allowed(caller: Caller, settings: Settings) -> bool:
    """Whether the request comes from a page of this server. Programs send no origin; browsers always do where it matters."""
    origin = caller.headers.get("origin")
    if caller.headers.get("sec-fetch-site") == "cross-site":
        return False
    return origin is None or origin.lower() in (caller.origin, base_of(caller, settings))


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def base_of(caller: Caller, settings: Settings) -> str:
    """Return the address that links start with: one that others can reach, if there is one."""
    if settings.public_url:
        return settings.public_url.rstrip("/").lower()
    if caller.name in LOOPBACK and settings.host in ("0.0.0.0", "::"):
        return f"{caller.scheme}://{lan_address()}:{settings.port}"
    return caller.origin


def lan_address() -> str:
    """Return this computer's address in its network. Nothing is sent: only a route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def language_of(accepted: str, preferred: str | None = None) -> str:
    """Return the language to answer in: the person's own, or else the browser's first choice that we have.

    >>> language_of("en-GB;q=0.7, xx")
    'en'
    """
    if preferred in LANGUAGES:
        return preferred
    wanted = sorted(enumerate(accepted.lower().split(",")), key=lambda entry: (-quality(entry[1]), entry[0]))
    for _, entry in wanted:
        tag = entry.partition(";")[0].strip().partition("-")[0]
        if tag in LANGUAGES:
            return tag
    return LANGUAGES[0]


def quality(entry: str) -> float:
    _, _, number = entry.partition("q=")
    try:
        return float(number or 1)
    except ValueError:
        return 0.0
