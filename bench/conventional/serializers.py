"""Serializers of the request body and the response."""

from typing import Any

from rest_framework import serializers

from games.eventlog.models import Event


class VoteSerializer(serializers.Serializer[Any]):
    slots = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=2)
    phase = serializers.CharField(required=False, max_length=40)


class EventSerializer(serializers.ModelSerializer[Event]):
    class Meta:
        model = Event
        fields = ("match_id", "version", "type", "recorded_at", "body", "hash")
