"""Does a jury keep what is promised of every protocol?"""

from moot.testing import Conformance


class TestJury(Conformance):
    """Held to the suite that Moot's own protocols are held to."""

    protocol = "jury"
