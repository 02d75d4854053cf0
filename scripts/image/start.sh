#!/bin/sh
# Starts Easel, or the program of it that is named, with the secrets that the first start made up, unless the environment sets
# them.
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
