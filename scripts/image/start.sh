#!/bin/sh
# Starts Easel, or the Easel program given as arguments. For secrets that the environment does not set, uses those that the first
# start generated. SECRETS is their folder; only tests change it.
set -eu
secrets=${SECRETS:-/secrets}
if [ -z "${DATABASE_URL:-}" ] && [ -r "$secrets/postgres-password" ]; then
  DATABASE_URL="postgres://easel:$(cat "$secrets/postgres-password")@postgres:5432/easel"
  export DATABASE_URL
fi
if [ -z "${SECRET_KEY:-}" ] && [ -r "$secrets/secret-key" ]; then
  SECRET_KEY=$(cat "$secrets/secret-key")
  export SECRET_KEY
fi
# If several processes share the work (profile `replicas` of docker-compose.yml): the settings that each needs.
if [ -e "$secrets/replicas" ]; then
  ROLE=${ROLE:-chat}
  S3_BUCKET=${S3_BUCKET:-easel-media}
  S3_ENDPOINT=${S3_ENDPOINT:-http://s3:7070}
  export ROLE S3_BUCKET S3_ENDPOINT
  if [ -z "${IMAGE_BASE_URL:-}${VIDEO_BASE_URL:-}${IMAGE_API_KEY:-}${VIDEO_API_KEY:-}" ]; then
    IMAGE_BASE_URL=http://sandbox:9090
    VIDEO_BASE_URL=http://sandbox:9090
    IMAGE_API_KEY=sk-sandbox
    VIDEO_API_KEY=sk-sandbox
    export IMAGE_BASE_URL VIDEO_BASE_URL IMAGE_API_KEY VIDEO_API_KEY
  fi
fi
# The store of docker-compose.yml uses generated keys.
if [ "${S3_ENDPOINT:-}" = http://s3:7070 ] && [ -r "$secrets/s3-secret-key" ]; then
  S3_ACCESS_KEY_ID=${S3_ACCESS_KEY_ID:-$(cat "$secrets/s3-access-key")}
  S3_SECRET_ACCESS_KEY=${S3_SECRET_ACCESS_KEY:-$(cat "$secrets/s3-secret-key")}
  export S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY
fi
[ $# -gt 0 ] || set -- src/main.ts
exec node "$@"
