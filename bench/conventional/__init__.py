"""(d) The same append in the conventional Django style: DRF serializers, ORM objects, `async_to_sync(group_send)`.

It writes to the same tables as the product, with the same triggers, just as durably, and has the product's settings and
connection pool. It has no rules, projections or folding, so it does less work.
"""
