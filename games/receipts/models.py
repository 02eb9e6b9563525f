"""The public keys of receipts, each announced by the one before."""

from django.db import models


class PublicKey(models.Model):
    """A key that receipts were or are signed with; rows are added when the key is changed, and stay."""

    number = models.PositiveIntegerField(primary_key=True)
    public = models.CharField(max_length=64, unique=True)
    signed_by = models.CharField(max_length=16, null=True)
    signature = models.CharField(max_length=128, null=True)
    announced_at = models.DateTimeField(auto_now_add=True)
