from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0004_invites"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Pulse")],
            # The table stays for one release more. Workers of release 0.1.0 read it at every deadline, and could end no
            # phase without it while they run beside this release. The release after this one drops it.
            database_operations=[],
        ),
    ]
