import json
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import migrations

from annotation.models.sealed import FILE_NAME, REPORT, open_text, seal_text, sealing_key
from deidweb.keys.wrapping import KeyFileError


_STOPPED = (
    'Migration arrêtée, rien n\'a changé : les noms des fichiers importés du projet %s ne peuvent être ni chiffrés ni ouverts. %s '
    'Remettez la clé à sa place (IDENTITY_KEK, DEIDWEB_IDENTITY_KEY_DIR) et relancez « migrate ». Si elle est perdue pour toujours, '
    'mettez d\'abord fin à ce projet avec la version précédente (manage.py end_project).'
)


@contextmanager
def _stopping(project):
    """The next migration takes the columns away: whoever went on without the key would lose what lies in them."""
    try:
        yield
    except KeyFileError as error:
        raise CommandError(_STOPPED % (project, error)) from None


def seal(apps, schema_editor):
    """Stops where a project's key is gone."""
    Patient = apps.get_model('annotation', 'Patient')
    for batch in apps.get_model('annotation', 'ImportBatch').objects.filter(sealed_name='').iterator():
        project, own = batch.project_id, batch.pk
        with _stopping(project):
            key = sealing_key(project, Patient.objects.filter(project=project).exists)
        batch.sealed_name = seal_text(key, project, own, FILE_NAME, batch.file_name)
        report = json.dumps(batch.report) if batch.report else ''
        batch.sealed_report = seal_text(key, project, own, REPORT, report)
        batch.file_name, batch.report = '', []
        batch.save(update_fields=['sealed_name', 'sealed_report', 'file_name', 'report'])


def unseal(apps, schema_editor):
    """For who goes back to an earlier release; stops likewise."""
    for batch in apps.get_model('annotation', 'ImportBatch').objects.exclude(sealed_name='', sealed_report='').iterator():
        project, own = batch.project_id, batch.pk
        with _stopping(project):
            batch.file_name = open_text(project, own, FILE_NAME, batch.sealed_name)
            batch.report = json.loads(open_text(project, own, REPORT, batch.sealed_report) or '[]')
        batch.sealed_name = batch.sealed_report = ''
        batch.save(update_fields=['sealed_name', 'sealed_report', 'file_name', 'report'])


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0025_sealed_names_of_imports'),
    ]

    operations = [
        migrations.RunPython(seal, unseal),
    ]
