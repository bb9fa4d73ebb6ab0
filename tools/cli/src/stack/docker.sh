#!/bin/sh
# `docker compose` with Debian's docker-compose, which lacks `up --wait` and `config --images`.
[ "$1" = compose ] || exec /usr/bin/docker "$@"
shift
case "$*" in
  'config --images '*) docker-compose config | awk -v part="  $3:" '$0 == part { found = 1 } found && $1 == "image:" { print $2; exit }'; exit ;;
esac
wait=
for word; do
  shift
  if [ "$word" = --wait ]; then wait=1; else set -- "$@" "$word"; fi
done
docker-compose "$@" || exit
[ -n "$wait" ] || exit 0
for container in $(docker-compose ps --quiet); do
  tries=0
  until /usr/bin/docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}' "$container" | grep -qxE 'healthy|running|exited'; do
    tries=$((tries + 1))
    [ $tries -lt 180 ] || { echo "$(/usr/bin/docker inspect --format '{{.Name}}' "$container") does not become healthy." >&2; exit 1; }
    sleep 1
  done
done
