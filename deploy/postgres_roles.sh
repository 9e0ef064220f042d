#!/bin/sh
# First start of the database: the application's own role, which changes rows and no table.
# `manage.py grant_app_role deidweb_app` then takes the journal's UPDATE and DELETE away, too.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set=secret="$(cat /run/secrets/app_database_password)" <<'SQL'
CREATE ROLE deidweb_app LOGIN PASSWORD :'secret' NOSUPERUSER NOCREATEDB NOCREATEROLE;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
