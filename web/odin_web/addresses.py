"""Addresses of this computer."""

import socket
from ipaddress import ip_address

LOCAL = ("127.0.0.1", "localhost", "::1")
"""Names under which only this computer reaches itself."""

ANYWHERE = ("0.0.0.0", "::")
"""Addresses to listen on that stand for all."""


def own_addresses(ipv6: bool) -> list[str]:
    """Return the addresses of this computer for others, the most likely one first."""
    import psutil

    families = (socket.AF_INET, socket.AF_INET6) if ipv6 else (socket.AF_INET,)
    found = [
        each.address
        for addresses in psutil.net_if_addrs().values()
        for each in addresses
        if each.family in families and "%" not in each.address
    ]
    others = [each for each in found if not ip_address(each).is_loopback]
    outward = _outward_address()
    return sorted(others, key=lambda each: (each != outward, ":" in each))


def _outward_address() -> str:
    """Return the address from which this computer would reach others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address
