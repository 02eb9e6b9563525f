from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0001_imports"),
    ]

    operations = [
        # Records from elsewhere are no longer kept: erasing a person did not reach them.
        migrations.RunSQL("DELETE FROM records_import", migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Import")],
            # The table stays for one release more: servers of 0.2.0 that run beside this release write to it. The
            # release after this one drops it.
            database_operations=[],
        ),
    ]
