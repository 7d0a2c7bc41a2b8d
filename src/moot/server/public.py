"""Offer extensions what a route needs: the application, request bodies, replies, and their part of the OpenAPI
document.

Example:
    router = APIRouter(prefix="/api/greetings", responses=refusals_of(401, 403))

    @router.get("", responses=of(Greeting))
    async def greeting(backend: InBackend) -> Response:
        return reply(Greeting(sessions=len(await backend.app.register.list(100))))
"""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.server.admission.contracts import Contract as Contract
    from moot.server.admission.contracts import ContractRouter as ContractRouter
    from moot.server.api.sessions import FILE_POLICY as FILE_POLICY
    from moot.server.api.sessions import Key as Key
    from moot.server.dependencies import Backend as Backend
    from moot.server.dependencies import Given as Given
    from moot.server.dependencies import InBackend as InBackend
    from moot.server.dependencies import once_of as once_of
    from moot.server.error_responses import json as json_reply
    from moot.server.error_responses import plain as plain
    from moot.server.error_responses import trouble_of as trouble_of
    from moot.server.openapi import foreign as foreign
    from moot.server.openapi import object_schema as object_schema
    from moot.server.openapi import of as of
    from moot.server.openapi import refusals_of as refusals_of
    from moot.server.openapi import text_response as text_response
    from moot.server.shapes.bodies import Body as Body
    from moot.server.shapes.bodies import Dollars as Dollars
    from moot.server.shapes.bodies import Name as Name
    from moot.server.shapes.bodies import Offices as Offices
    from moot.server.shapes.bodies import Options as Options
    from moot.server.shapes.bodies import ResumeBody as ResumeBody
    from moot.server.shapes.bodies import Words as Words
    from moot.server.shapes.bodies import body_of as body_of
    from moot.server.shapes.debate_replies import AchievementRecord as AchievementRecord
    from moot.server.shapes.debate_replies import AllianceRecord as AllianceRecord
    from moot.server.shapes.debate_replies import PersonalityRecord as PersonalityRecord
    from moot.server.shapes.debate_replies import Records as Records
    from moot.server.shapes.debate_replies import ResponseRecord as ResponseRecord
    from moot.server.shapes.debate_replies import ReviewRecord as ReviewRecord
    from moot.server.shapes.debate_replies import SessionRecord as SessionRecord
    from moot.server.shapes.replies import reply as reply
    from moot.server.watching.socket import MOST_SUBSCRIPTIONS as MOST_SUBSCRIPTIONS
    from moot.server.watching.socket import Client as Client
    from moot.server.watching.socket import Speaker as Speaker
    from moot.server.watching.socket import understood as understood
    from moot.server.watching.stream import HEARTBEAT as HEARTBEAT
    from moot.server.watching.stream import Tick as Tick
    from moot.server.watching.stream import Viewer as Viewer
    from moot.server.watching.stream import ViewerConnection as ViewerConnection
    from moot.views.sessions import SessionRow as SessionRow
else:
    __getattr__ = lazy_exports(__name__)

__all__ = ["json_reply"]
