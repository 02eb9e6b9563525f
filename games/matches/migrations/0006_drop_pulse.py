from django.db import migrations


# Nobody reads it, but the earlier migrations expect it.
CREATE_EMPTY_TABLE = """
    CREATE TABLE table_pulse (
        run varchar(40) PRIMARY KEY, alive_from timestamp with time zone NOT NULL, alive_to timestamp with time zone NOT NULL
    )
"""


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0005_remove_pulse"),
    ]

    # The model was removed in 0.2.0. Its table stayed for the workers of 0.1.0, which could run beside those of 0.2.0.
    operations = [
        migrations.RunSQL("DROP TABLE IF EXISTS table_pulse", CREATE_EMPTY_TABLE),
    ]
