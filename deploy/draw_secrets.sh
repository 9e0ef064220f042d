#!/bin/sh
# Draws every secret of docker-compose.yml into ./secrets, once; bring the certificate (tls_cert, tls_key) yourself and
# run it again: it gives each file to the account that reads it.
set -eu
umask 077
mkdir -p secrets
draw() { [ -e "secrets/$1" ] || openssl rand -hex 32 > "secrets/$1"; }
for name in secret_key audit_key study_kek identity_kek metrics_token owner_database_password app_database_password redis_password; do draw "$name"; done
echo "postgres://deidweb:$(cat secrets/owner_database_password)@postgres:5432/deidweb" > secrets/owner_database_url
echo "postgres://deidweb_app:$(cat secrets/app_database_password)@postgres:5432/deidweb" > secrets/app_database_url
# Redis' certificate signs itself: its clients believe it and no other. Its one account neither administers nor empties the server.
[ -e secrets/redis_tls_cert ] || openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=redis -addext subjectAltName=DNS:redis \
  -keyout secrets/redis_tls_key -out secrets/redis_tls_cert 2> /dev/null
echo "rediss://deidweb:$(cat secrets/redis_password)@redis:6379/0?ssl_cert_reqs=required&ssl_ca_certs=/run/secrets/redis_tls_cert" > secrets/redis_url
echo "user default off" > secrets/redis_users
echo "user deidweb on #$(tr -d '\n' < secrets/redis_password | sha256sum | cut -c1-64) ~* &* +@all -@admin -@dangerous +info" >> secrets/redis_users
# each container runs under an account of its own, which alone may read what it is given
[ "$(id -u)" = 0 ] || { echo "Relancez en root : les secrets doivent appartenir aux comptes des conteneurs." >&2; exit 1; }
chmod 711 secrets
chown 10001 secrets/secret_key secrets/audit_key secrets/study_kek secrets/identity_kek secrets/metrics_token secrets/*_url
chown 999 secrets/owner_database_password secrets/app_database_password secrets/redis_users secrets/redis_tls_key
for name in tls_cert tls_key; do [ ! -e "secrets/$name" ] || chown 101 "secrets/$name"; done
chmod 400 secrets/*
chmod 444 secrets/redis_tls_cert # Redis and who asks it read it
if [ -e secrets/tls_cert ] && [ -e secrets/tls_key ]; then echo "secrets/ est prêt."; else
  echo "Il manque secrets/tls_cert ou secrets/tls_key : ajoutez-les, puis relancez ; leur compte doit pouvoir les lire."
fi
echo "Gardez hors ligne une copie de study_kek, identity_kek et audit_key : qui les perd perd ce qu'ils protègent."
