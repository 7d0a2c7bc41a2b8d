"""No key of this machine is seen, nothing leaves it, and what is to be tried again is tried at once."""

from __future__ import annotations

from rig.clean_home import home as home
from rig.offline import no_network as no_network
