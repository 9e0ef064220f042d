from django.db import migrations, models

from annotation.migrations._pages import forget_pages


class Migration(migrations.Migration):
    atomic = False  # VACUUM runs in no transaction

    dependencies = [
        ('annotation', '0016_seal_identities'),
    ]

    operations = [
        migrations.RemoveConstraint('patient', 'patient_once'),
        migrations.RemoveField('patient', 'external_id'),
        migrations.RemoveField('patientrecord', 'identity'),
        migrations.AlterField('patient', 'lookup', models.CharField(editable=False, max_length=64)),
        migrations.AlterField('patient', 'sealed_id', models.TextField(editable=False)),
        migrations.AddConstraint(
            'patient',
            models.UniqueConstraint(fields=('project', 'lookup'), name='patient_digest_once'),
        ),
        migrations.RunPython(forget_pages('annotation_patient', 'annotation_patientrecord'), migrations.RunPython.noop),
    ]
