"""No test here may reach the network."""

from rig.offline import no_network

__all__ = ["no_network"]
