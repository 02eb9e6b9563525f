"""The clock: Celery tasks that end phases at their deadlines, call computer players and delete old rows."""
