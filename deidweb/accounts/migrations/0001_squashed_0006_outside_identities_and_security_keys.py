"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

from deidweb.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_user_password_is_temporary'),
        ('accounts', '0003_two_persons'),
        ('accounts', '0004_role_ends_and_second_factor'),
        ('accounts', '0005_emergencies'),
        ('accounts', '0006_outside_identities_and_security_keys'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                    ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                    ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                    ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                    ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                    ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ('password_is_temporary', models.BooleanField(default=False)),
                ],
                options={
                    'verbose_name': 'user',
                    'verbose_name_plural': 'users',
                    'abstract': False,
                },
                managers=[
                    ('objects', django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name='Project',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('name', models.CharField(max_length=120, unique=True, verbose_name='nom')),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='Membership',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('annotator', 'annotateur'), ('reviewer', 'relecteur'), ('steward', 'responsable des données'), ('admin', 'administrateur'), ('auditor', 'auditeur'), ('access', 'gestionnaire des accès')], max_length=12, verbose_name='rôle')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='accounts.project')),
                    ('expires_at', models.DateTimeField(null=True)),
                    ('reason', models.TextField(blank=True)),
                    ('by_group', models.BooleanField(default=False)),
                ],
                options={
                    'ordering': ['project', 'role', 'user'],
                    'constraints': [models.UniqueConstraint(fields=('user', 'project', 'role'), name='membership_once'), models.CheckConstraint(condition=models.Q(('role__in', ['annotator', 'reviewer', 'steward', 'admin', 'auditor', 'access'])), name='membership_role_known')],
                },
            ),
            migrations.CreateModel(
                name='Handover',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='handovers', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('user', 'by'), name='handover_once')],
                },
            ),
            migrations.CreateModel(
                name='PasswordTry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=64)),
                    ('address', models.CharField(blank=True, max_length=45)),
                    ('browser', models.CharField(blank=True, max_length=32)),
                    ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ],
                options={
                    'indexes': [models.Index(fields=['name', 'at'], name='password_try_name'), models.Index(fields=['address', 'at'], name='password_try_address')],
                },
            ),
            migrations.CreateModel(
                name='RoleProposal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('annotator', 'annotateur'), ('reviewer', 'relecteur'), ('steward', 'responsable des données'), ('admin', 'administrateur'), ('auditor', 'auditeur'), ('access', 'gestionnaire des accès')], max_length=12, verbose_name='rôle')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_proposals', to='accounts.project')),
                    ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['project', 'created_at'],
                    'constraints': [models.UniqueConstraint(fields=('user', 'project', 'role'), name='proposal_once')],
                },
            ),
            migrations.CreateModel(
                name='SecondFactor',
                fields=[
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='second_factor', serialize=False, to=settings.AUTH_USER_MODEL)),
                    ('secret', models.TextField()),
                    ('confirmed_at', models.DateTimeField(null=True)),
                    ('last_step', models.BigIntegerField(default=-1)),
                    ('failures', models.PositiveSmallIntegerField(default=0)),
                    ('closed_until', models.DateTimeField(null=True)),
                ],
            ),
            migrations.CreateModel(
                name='RecoveryCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=64)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('user', 'digest'), name='recovery_code_once')],
                },
            ),
            migrations.CreateModel(
                name='Emergency',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('reason', models.CharField(max_length=500)),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='emergencies', to='accounts.project')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-at'],
                },
            ),
            migrations.CreateModel(
                name='SecurityKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60, verbose_name='nom')),
                    ('credential_id', models.CharField(max_length=1400, unique=True)),
                    ('public_key', models.TextField()),
                    ('sign_count', models.BigIntegerField(default=0)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('last_used_at', models.DateTimeField(null=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='security_keys', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['created_at'],
                },
            ),
            migrations.CreateModel(
                name='OutsideIdentity',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(max_length=255)),
                    ('subject', models.CharField(max_length=255)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outside_identities', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('source', 'subject'), name='outside_identity_once')],
                },
            ),
        ),
    ]
