"""Offer extensions what a route needs: the house, request bodies, replies, and their part of the OpenAPI document.

Example:
    router = APIRouter(prefix="/api/greetings", responses=refusals_of(401, 403))

    @router.get("", responses=of(Greeting))
    async def greeting(hall: InHall) -> Response:
        return reply(Greeting(sessions=len(await hall.house.register.list(100))))
"""

from moot.server.admission.contracts import Contract, ContractRouter
from moot.server.api.sessions import FILE_POLICY, Key
from moot.server.refusals import json as json_reply
from moot.server.refusals import plain
from moot.server.schema import foreign, object_schema, of, refusals_of, text_response
from moot.server.shapes.bodies import Body, Dollars, Name, Offices, Options, ResumeBody, Words
from moot.server.shapes.replies import reply
from moot.server.shared import Given, Hall, InHall, once_of
from moot.server.watching.frames import Tick
from moot.server.watching.stream import HEARTBEAT, Line

__all__ = ["FILE_POLICY", "HEARTBEAT", "Body", "Contract", "ContractRouter", "Dollars", "Given", "Hall", "InHall"]
__all__ += ["Key", "Line", "Name", "Offices", "Options", "ResumeBody", "Tick", "Words", "foreign", "json_reply"]
__all__ += ["object_schema", "of", "once_of", "plain", "refusals_of", "reply", "text_response"]
