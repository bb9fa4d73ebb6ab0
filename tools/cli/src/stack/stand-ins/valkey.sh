#!/bin/sh
set -e
if [ "$(id -u)" = 0 ]; then
  chown -R valkey /data
  exec setpriv --reuid=valkey --regid=valkey --clear-groups "$0" "$@"
fi
cd /data
exec "$@"
