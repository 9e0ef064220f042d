from django.db import migrations, models

CHOICES = [
    ("uniform", "Toutes les communes à égalité"),
    ("population", "Selon leur nombre d'habitants"),
]


class Migration(migrations.Migration):
    dependencies = [("privacy", "0004_place_features")]

    operations = [
        migrations.AddField(
            model_name=name,
            name="place_prior",
            field=models.CharField(choices=CHOICES, default="uniform", max_length=10),
        )
        for name in ("exportrequest", "privacysettings")
    ]
