#!/bin/sh
# Generates secrets, once: the database's password, the key that seals gateway keys, and the keys of the S3-compatible store. They
# stay in the volume /secrets, readable only by the image's group, which the containers of the database and the store join.
set -eu
umask 0227
for name in postgres-password secret-key s3-access-key s3-secret-key; do
  [ -s "/secrets/$name" ] && continue
  head -c 36 /dev/urandom | base64 | tr -d '+/=\n' >"/secrets/$name.new"
  mv "/secrets/$name.new" "/secrets/$name"
done
