from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="spanop",
            name="gesture",
            field=models.UUIDField(db_index=True, null=True),
        ),
    ]
