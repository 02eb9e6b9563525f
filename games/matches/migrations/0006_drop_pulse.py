from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0005_remove_pulse"),
    ]

    # The model was removed in 0.2.0. Its table stayed for the workers of 0.1.0, which could run beside those of 0.2.0.
    operations = [
        migrations.RunSQL("DROP TABLE IF EXISTS table_pulse", migrations.RunSQL.noop),
    ]
