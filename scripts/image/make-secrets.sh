#!/bin/sh
# Generates two secrets, once: the database's password, and the key that encrypts gateway keys. Both stay in the volume /secrets,
# readable only by the image's group, which the database's container joins.
set -eu
umask 0227
for name in postgres-password secret-key; do
  [ -s "/secrets/$name" ] && continue
  head -c 36 /dev/urandom | base64 | tr -d '+/=\n' >"/secrets/$name.new"
  mv "/secrets/$name.new" "/secrets/$name"
done
