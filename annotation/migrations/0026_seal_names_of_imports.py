import json

from django.db import migrations

from annotation.models.sealed import FILE_NAME, REPORT, open_text, seal_text, sealing_key
from deidweb.keys.identities import IdentityKeyMissingError
from deidweb.keys.wrapping import KeyFileError


def seal(apps, schema_editor):
    """A project whose key is gone loses these names: there is nobody of it left to be told."""
    Patient = apps.get_model('annotation', 'Patient')
    for batch in apps.get_model('annotation', 'ImportBatch').objects.filter(sealed_name='').iterator():
        project, own = batch.project_id, batch.pk
        try:
            key = sealing_key(project, Patient.objects.filter(project=project).exists)
        except IdentityKeyMissingError:
            continue
        batch.sealed_name = seal_text(key, project, own, FILE_NAME, batch.file_name)
        report = json.dumps(batch.report) if batch.report else ''
        batch.sealed_report = seal_text(key, project, own, REPORT, report)
        batch.file_name, batch.report = '', []
        batch.save(update_fields=['sealed_name', 'sealed_report', 'file_name', 'report'])


def unseal(apps, schema_editor):
    """For who goes back to an earlier release; a name whose key is gone stays empty."""
    for batch in apps.get_model('annotation', 'ImportBatch').objects.exclude(sealed_name='', sealed_report='').iterator():
        project, own = batch.project_id, batch.pk
        try:
            batch.file_name = open_text(project, own, FILE_NAME, batch.sealed_name)
            batch.report = json.loads(open_text(project, own, REPORT, batch.sealed_report) or '[]')
        except KeyFileError:
            continue
        batch.sealed_name = batch.sealed_report = ''
        batch.save(update_fields=['sealed_name', 'sealed_report', 'file_name', 'report'])


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0025_sealed_names_of_imports'),
    ]

    operations = [
        migrations.RunPython(seal, unseal),
    ]
