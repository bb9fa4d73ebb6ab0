#!/bin/bash
# Prepares the volume as root, continues as the user postgres, and creates the database at the first start.
set -e
export PGDATA=/var/lib/postgresql/18/docker PATH=/opt/postgres/bin:$PATH
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres /var/lib/postgresql /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --auth-host=scram-sha-256 --auth-local=trust --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -k /var/run/postgresql" -w start
  psql -h /var/run/postgresql -U "$POSTGRES_USER" -d postgres -c "create database $POSTGRES_DB"
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -k /var/run/postgresql "$@"
