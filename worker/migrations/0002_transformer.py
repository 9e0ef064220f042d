"""The transformer replaces the linear tagger: its versions can't be run any more."""

from django.db import migrations, models


def forward(apps, schema_editor):
    apps.get_model("jobs", "Job").objects.filter(kind="train_tagger").update(kind="train_ner")
    versions = apps.get_model("worker", "ModelVersion").objects.filter(kind="tagger")
    versions.filter(state="promoted").update(state="retired")


def backward(apps, schema_editor):
    apps.get_model("jobs", "Job").objects.filter(kind="train_ner").update(kind="train_tagger")


class Migration(migrations.Migration):
    dependencies = [("worker", "0001_initial"), ("jobs", "0002_live_details")]

    operations = [
        migrations.AlterField(
            model_name="modelversion",
            name="kind",
            field=models.CharField(default="encoder", max_length=20),
        ),
        migrations.RunPython(forward, backward),
    ]
