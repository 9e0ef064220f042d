from django.db import migrations, models


class Migration(migrations.Migration):
    """In one transaction, whoever is killed in it begins anew; 0029 has the tables forget what was readable."""

    dependencies = [
        ('annotation', '0026_seal_names_of_imports'),
    ]

    operations = [
        # the way back needs something to fill the column with
        migrations.AlterField('importbatch', 'file_name', models.CharField(default='', max_length=255)),
        migrations.RemoveField('importbatch', 'file_name'),
        migrations.RemoveField('importbatch', 'report'),
        migrations.AlterField('importbatch', 'sealed_name', models.TextField(editable=False)),
    ]
