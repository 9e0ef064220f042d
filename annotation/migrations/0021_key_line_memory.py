"""Lines are known by keyed hashes from now on: those that were remembered without a key go, the next search finds them."""

from typing import Any

from django.db import migrations


def forget(apps: Any, _editor: Any) -> None:
    apps.get_model("annotation", "KnownLine").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("annotation", "0020_pdf_margins")]
    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
