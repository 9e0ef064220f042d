from django.db import migrations

# The letters are used up: the last three sub-types get a digit.
KEYS = {"ADELI": "7", "FINESS": "8", "AUTRE": "9"}


def give_keys(apps, schema_editor):
    ProjectLabel = apps.get_model("annotation", "ProjectLabel")
    for subtype, key in KEYS.items():
        taken = ProjectLabel.objects.filter(key=key).values("project")
        bare = ProjectLabel.objects.filter(label="QID", subtype=subtype, key="")
        bare.exclude(project__in=taken).update(key=key)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0008_count_gold_by_day'),
    ]

    operations = [
        migrations.RunPython(give_keys, migrations.RunPython.noop),
    ]
