#!/bin/sh
# Pulls the images that docker-compose.yml names and writes their digests into .env: from then on these very bytes run.
# Run it again to take newer ones, look at what changed, keep .env with the installation.
set -eu
[ ! -e .env ] || grep -vE '^(NGINX|POSTGRES|REDIS|PYTHON)_IMAGE=' .env > .env.new || true
touch .env.new
pin() {
  docker pull --quiet "$2" > /dev/null
  echo "$1=$(docker image inspect --format '{{index .RepoDigests 0}}' "$2")" >> .env.new
}
pin NGINX_IMAGE nginx:1.28-alpine
pin POSTGRES_IMAGE postgres:15
pin REDIS_IMAGE redis:7
pin PYTHON_IMAGE python:3.11-slim
mv .env.new .env
