#!/bin/sh
# Writes the secrets of docker-compose.yml, one file each, unless they exist. Those of an older .env are taken over.
set -eu
cd "${1:-$(dirname "$0")/..}"

# The value of a variable in .env, without its quotes.
setting() {
  [ -f .env ] || return 0
  sed -n "s/^$1=//p" .env | tail -n 1 | sed -e "s/^'\(.*\)'\$/\1/" -e 's/^"\(.*\)"$/\1/'
}

folder=${SECRETS_DIR:-$(setting SECRETS_DIR)}
folder=${folder:-secrets}
mkdir -p "$folder"
# Others on this machine cannot enter the folder. The files are readable, because each container has its own user.
chmod 700 "$folder"

# create <file> <variable of an older .env> <bytes of chance>; without bytes, empty unless the variable is set.
create() {
  [ ! -e "$folder/$1" ] || return 0
  value=$(setting "$2")
  if [ -z "$value" ] && [ "$3" -gt 0 ]; then
    value=$(od -An -N"$3" -tx1 /dev/urandom | tr -d ' \n')
  fi
  printf '%s\n' "$value" > "$folder/$1"
  chmod 444 "$folder/$1"
  echo "Created $folder/$1"
}

create postgres_password POSTGRES_PASSWORD 24
create postgres_app_password POSTGRES_APP_PASSWORD 24
create valkey_password VALKEY_PASSWORD 24
create s3_secret_access_key S3_SECRET_ACCESS_KEY 24
create curator_password CURATOR_PASSWORD 12
create sign_on_providers SIGN_ON_PROVIDERS 0
create smtp_url SMTP_URL 0
create metrics_token METRICS_TOKEN 24
create verify_token VERIFY_TOKEN 0
create grafana_password GRAFANA_PASSWORD 12
create backup_s3_secret_access_key BACKUP_S3_SECRET_ACCESS_KEY 0
echo "Sign in with the password in $folder/curator_password."
