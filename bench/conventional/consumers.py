"""The WebSocket consumer: one per socket, which removes from every event what its player may not see, and sends it."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from accounts.authentication import token_from_header
from games.projections.models import SeatRow


class MatchConsumer(AsyncJsonWebsocketConsumer):
    seat: int | None = None

    async def connect(self) -> None:
        header = dict(self.scope["headers"]).get(b"authorization", b"").decode()
        match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.seat = await self.seat_of(header, match_id)
        await self.channel_layer.group_add(f"match_{match_id}", self.channel_name)
        await self.accept("dixit.v1")
        await self.send_json({"t": "ready"})

    @database_sync_to_async
    def seat_of(self, header: str, match_id: str) -> int | None:
        token = token_from_header(header)
        if token is None:
            return None
        seat = SeatRow.objects.filter(match_id=match_id, player_id=token.user_id).first()
        return seat.seat if seat else None

    async def match_event(self, message: dict[str, Any]) -> None:
        event = dict(message["event"])
        opened = [part for part in event.pop("openings", ()) if part["reader"] in (None, self.seat)]
        await self.send_json({"event": {**event, "body": json.loads(event["body"]), "opened": opened}})
