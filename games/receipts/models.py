"""The public keys of receipts, each announced by the one before."""

from django.db import models


class PublicKey(models.Model):
    """A key that receipts are or were signed with. Changing the key adds a row; none is ever removed."""

    number = models.PositiveIntegerField(primary_key=True)
    public = models.CharField(max_length=64, unique=True)
    signed_by = models.CharField(max_length=16, null=True)
    signature = models.CharField(max_length=128, null=True)
    announced_at = models.DateTimeField(auto_now_add=True)
