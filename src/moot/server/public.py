"""Offer extensions what a route needs: the house, request bodies, replies, and their part of the OpenAPI document.

Example:
    router = APIRouter(prefix="/api/greetings", responses=refusals_of(401, 403))

    @router.get("", responses=of(Greeting))
    async def greeting(hall: InHall) -> Response:
        return reply(Greeting(sessions=len(await hall.house.register.list(100))))
"""

from moot.server.schema import of, refusals_of
from moot.server.shapes.bodies import Body
from moot.server.shapes.replies import reply
from moot.server.shared import Hall, InHall

__all__ = ["Body", "Hall", "InHall", "of", "refusals_of", "reply"]
