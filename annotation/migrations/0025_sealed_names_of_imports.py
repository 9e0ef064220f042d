from django.db import migrations, models


class Migration(migrations.Migration):
    """Where an import's names will lie sealed (ADR 0020); 0026 fills them, 0027 takes the readable columns away."""

    dependencies = [
        ('annotation', '0024_rereads'),
    ]

    operations = [
        migrations.AddField('importbatch', 'sealed_name', models.TextField(default='', editable=False)),
        migrations.AddField('importbatch', 'sealed_report', models.TextField(default='', editable=False)),
    ]
