"""Offer extensions what a route needs: the house, request bodies, replies, and their part of the OpenAPI document.

Example:
    router = APIRouter(prefix="/api/greetings", responses=refusals_of(401, 403))

    @router.get("", responses=of(Greeting))
    async def greeting(hall: InHall) -> Response:
        return reply(Greeting(sessions=len(await hall.house.register.list(100))))
"""

from moot.server.admission.contracts import Contract, ContractRouter
from moot.server.refusals import json as json_reply
from moot.server.refusals import plain
from moot.server.schema import foreign, object_schema, of, refusals_of
from moot.server.shapes.bodies import Body, Words
from moot.server.shapes.replies import reply
from moot.server.shared import Hall, InHall
from moot.server.watching.frames import Tick
from moot.server.watching.stream import HEARTBEAT, Line

__all__ = ["HEARTBEAT", "Body", "Contract", "ContractRouter", "Hall", "InHall", "Line", "Tick", "Words", "foreign"]
__all__ += ["json_reply", "object_schema", "of", "plain", "refusals_of", "reply"]
