from django.db import migrations, models


class Migration(migrations.Migration):
    """Where identities will lie sealed (ADR 0020); 0014 fills them, 0015 takes the readable columns away."""

    dependencies = [
        ('annotation', '0014_oppositions_seen'),
        # reads the readable numbers of patients
        ('privacy', '0008_one_account'),
    ]

    operations = [
        migrations.AddField('patient', 'lookup', models.CharField(default='', editable=False, max_length=64)),
        migrations.AddField('patient', 'sealed_id', models.TextField(default='', editable=False)),
        migrations.AddField('patientrecord', 'sealed', models.TextField(blank=True, default='', editable=False)),
    ]
