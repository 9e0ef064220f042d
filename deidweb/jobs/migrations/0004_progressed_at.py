from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0003_retried_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="progressed_at",
            field=models.DateTimeField(null=True),
        ),
    ]
