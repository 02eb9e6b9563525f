"""The vote endpoint in the conventional style."""

import hashlib
import json
import secrets
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bench.conventional.serializers import EventSerializer, VoteSerializer
from games.eventlog.models import Command, Event, Head, Opening
from games.projections.models import MatchRow, SeatRow


class VoteView(APIView):
    """Append a vote to a match and send it to every connected client."""

    def post(self, request: Request, match_id: str) -> Response:
        serializer = VoteSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        event = self.append(request, match_id, serializer.validated_data)
        data = EventSerializer(event).data
        layer = get_channel_layer()
        assert layer is not None
        async_to_sync(layer.group_send)(f"match_{match_id}", {"type": "match.event", "event": data})
        return Response(data)

    @transaction.atomic
    def append(self, request: Request, match_id: str, vote: dict[str, Any]) -> Event:
        head = get_object_or_404(Head.objects.select_for_update(), match_id=match_id)
        key = request.headers["Idempotency-Key"]
        earlier = Command.objects.filter(account_id=request.user.pk, command_id=key).first()
        if earlier:
            return Event.objects.get(match_id=earlier.match_id, version=earlier.last)
        seat = get_object_or_404(SeatRow, match_id=match_id, player_id=request.user.pk)
        match = MatchRow.objects.get(match_id=match_id)
        if vote.get("phase", match.phase) != match.phase:
            raise ValidationError({"phase": "The phase is over."})
        return self.save(request, head, seat, match, vote["slots"])

    def save(self, request: Request, head: Head, seat: SeatRow, match: MatchRow, slots: list[int]) -> Event:
        at, version, salt = timezone.now(), head.version + 1, secrets.token_hex(32)
        value = json.dumps(slots, separators=(",", ":"))
        seal = hashlib.sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + value.encode()).hexdigest()
        body = json.dumps(
            {
                "match": head.match_id,
                "version": version,
                "type": "vote_cast",
                "schema": 1,
                "at": at.isoformat(),
                "actor": seat.seat,
                "data": {"seat": seat.seat, "automatic": False, "sealed": {"slots": seal}},
                "prev": head.hash,
            },
            sort_keys=True,
            separators=(",", ":"),
        )
        key = request.headers["Idempotency-Key"]
        event = Event.objects.create(
            match_id=head.match_id,
            version=version,
            type="vote_cast",
            recorded_at=at,
            body=body,
            hash=hashlib.sha256(b"dixit-event-v1\n" + body.encode()).hexdigest(),
        )
        Opening.objects.create(
            match_id=head.match_id,
            version=version,
            part="slots",
            salt=salt,
            value=value,
            reader=seat.seat,
            opens=f"scoring/{match.round}",
        )
        Command.objects.create(
            account_id=str(request.user.pk),
            command_id=key,
            request=hashlib.sha256(request.body).hexdigest(),
            match_id=head.match_id,
            first=version,
            last=version,
            recorded_at=at,
        )
        head.version, head.hash = version, event.hash
        head.save()
        return event
