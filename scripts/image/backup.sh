#!/bin/sh
# Makes a copy in a new folder below $1, and checks it. Then deletes the copies there that are older than $2 days (14). If the
# copy fails, nothing is deleted. For a timer: docs/backups.md, "Schedule".
set -eu
cd "$(dirname "$0")/../.."
copies=$1
copy="$copies/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
sh scripts/image/start.sh src/app/backup/main.ts backup "$copy"
sh scripts/image/start.sh src/app/backup/main.ts backup --verify "$copy"
find "$copies" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??-??-??Z' -mtime "+${2:-14}" -exec rm -rf {} +
