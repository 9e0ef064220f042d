from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0027_names_of_imports_sealed"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="datasetfile", name="dataset_file_once"),
        migrations.AddConstraint(
            model_name="datasetfile",
            constraint=models.UniqueConstraint(
                condition=models.Q(("format", "model_weights"), _negated=True),
                fields=("snapshot", "format", "part"),
                name="dataset_file_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="datasetfile",
            constraint=models.UniqueConstraint(
                condition=models.Q(("format", "model_weights")),
                fields=("snapshot", "source_id"),
                name="dataset_weights_once",
            ),
        ),
    ]
