#!/bin/sh
# Starts Easel, or the Easel program given as arguments. For secrets that the environment does not set, uses those that the first
# start generated.
set -eu
if [ -z "${DATABASE_URL:-}" ] && [ -r /secrets/postgres-password ]; then
  DATABASE_URL="postgres://easel:$(cat /secrets/postgres-password)@postgres:5432/easel"
  export DATABASE_URL
fi
if [ -z "${SECRET_KEY:-}" ] && [ -r /secrets/secret-key ]; then
  SECRET_KEY=$(cat /secrets/secret-key)
  export SECRET_KEY
fi
[ $# -gt 0 ] || set -- src/main.ts
exec node "$@"
