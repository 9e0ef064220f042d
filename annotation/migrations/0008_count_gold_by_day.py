import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Count, Q
from django.db.models.functions import TruncDate


def count_what_is_there(apps, schema_editor):
    """From the first gold version of each note; those of unfinished imports count when they end."""
    layers = apps.get_model("annotation", "Layer").objects.filter(
        Q(document__batch=None) | Q(document__batch__state="done"),
        kind="gold",
        version=1,
        submitted_at__isnull=False,
    )
    days = layers.order_by().values(
        project=models.F("document__project"), day=TruncDate("submitted_at")
    )
    GoldDay = apps.get_model("annotation", "GoldDay")
    GoldDay.objects.bulk_create(
        (
            GoldDay(project_id=row["project"], day=row["day"], notes=row["notes"])
            for row in days.annotate(notes=Count("pk"))
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_user_password_is_temporary'),
        ('annotation', '0007_speed_of_lists_and_queue'),
    ]

    operations = [
        migrations.CreateModel(
            name='GoldDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('notes', models.PositiveIntegerField(default=0)),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='gold_days', to='accounts.project')),
            ],
            options={
                'ordering': ['project', 'day'],
                'constraints': [models.UniqueConstraint(fields=('project', 'day'), name='gold_day_once')],
            },
        ),
        migrations.RunPython(count_what_is_there, migrations.RunPython.noop),
    ]
