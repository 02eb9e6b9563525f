"""(d) The same append as it is customarily written: DRF serializers, ORM objects, `async_to_sync(group_send)`.

It writes to the same tables as the table does, past the same triggers, just as durably; its settings are the house's
own, with the connection pool. It knows no rules, has no projections, and doesn't fold: what it does less is in its
favour.
"""
