from django.db import migrations, models


def keep_the_prior_of_studies(apps, schema_editor):
    """Projects that have a study go on with the prior that it was drawn with: its surrogates stay the same.

    Where communes were drawn by their inhabitants already, the sampler has changed and with it the fingerprint, which
    is worked out anew where it is blank.
    """
    settings = apps.get_model('privacy', 'PrivacySettings').objects
    settings.filter(place_prior='population').update(place_metric='')
    studies = apps.get_model('privacy', 'Study').objects
    for project in studies.order_by().values_list('project', flat=True).distinct():
        settings.get_or_create(project_id=project, defaults={'place_prior': 'uniform'})


class Migration(migrations.Migration):

    dependencies = [
        ('privacy', '0011_cohort_report'),
    ]

    operations = [
        # rows of before say what they were drawn with: only the default is another
        migrations.AlterField(
            model_name='privacysettings',
            name='place_prior',
            field=models.CharField(choices=[('uniform', 'Toutes les communes à égalité'), ('population', "Selon leur nombre d'habitants")], default='population', max_length=10),
        ),
        migrations.RunPython(keep_the_prior_of_studies, migrations.RunPython.noop),
    ]
