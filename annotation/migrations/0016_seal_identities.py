from django.db import migrations

from annotation.domain.identity import strong_keys
from annotation.domain.identity_record import identity_from_record
from annotation.models.sealed import digest_of_id, seal_id, seal_identity, sealing_key

CHUNK = 500


def seal(apps, schema_editor):
    """Chunk by chunk; the digests of identifiers are made anew, under the project's secret."""
    patients = apps.get_model('annotation', 'Patient').objects.filter(sealed_id='')
    while chunk := list(patients.select_related('record').order_by('pk')[:CHUNK]):
        _seal(apps, chunk)


def _seal(apps, chunk):
    Patient, PatientRecord, IdentityKey = (
        apps.get_model('annotation', name) for name in ('Patient', 'PatientRecord', 'IdentityKey')
    )
    records, index = [], []
    for patient in chunk:
        project, own = patient.project_id, patient.pk
        sealed = Patient.objects.filter(project=project).exclude(sealed_id='')
        key = sealing_key(project, sealed.exists)
        patient.lookup = digest_of_id(key, patient.external_id)
        patient.sealed_id = seal_id(key, project, own, patient.external_id)
        record = getattr(patient, 'record', None)
        if record is None:
            continue
        strong = strong_keys(key.names, identity_from_record(record.identity))
        index += [
            IdentityKey(project_id=project, patient_id=own, key=one, field=field)
            for one, field in strong.items()
        ]
        record.sealed = seal_identity(key, project, own, record.identity)
        record.identity = {}
        records.append(record)
    IdentityKey.objects.filter(patient__in=chunk).delete()
    IdentityKey.objects.bulk_create(index, batch_size=1000)
    PatientRecord.objects.bulk_update(records, ['sealed', 'identity'], batch_size=100)
    Patient.objects.bulk_update(chunk, ['lookup', 'sealed_id'], batch_size=100)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0015_sealed_columns'),
    ]

    operations = [
        migrations.RunPython(seal, migrations.RunPython.noop),
    ]
