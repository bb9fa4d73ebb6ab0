#!/bin/sh
# Moves the data of the compose stack to another major version of PostgreSQL, which does not read the files of an older one: backs up with
# the old version, copies the volumes, and restores with the new one. Run it in the folder of the old version, with the new one fetched:
#   sh deploy/upgrade-postgres.sh <branch, tag or commit of the new version>
set -eu
# Read as a whole before it runs, because another version is checked out meanwhile.
{
cd "$(git rev-parse --show-toplevel)"
new=${1:?Name the new version: a branch, tag or commit.}
project=${COMPOSE_PROJECT_NAME:-yacht-archive}
old=$(git rev-parse HEAD)
stage='Nothing has been changed.'

finish() {
  status=$?
  [ "$status" -eq 0 ] || printf '\nThe upgrade failed. %s\n' "$stage" >&2
}
trap finish EXIT

git rev-parse --verify --quiet "$new^{commit}" > /dev/null || {
  echo "There is no version $new here. Run git fetch first." >&2
  exit 1
}
for name in postgres library valkey; do
  if docker volume inspect "${project}_${name}_before" > /dev/null 2>&1; then
    echo "The volume ${project}_${name}_before of an earlier upgrade exists. Remove it with docker volume rm when you no longer need it." >&2
    exit 1
  fi
done

echo '1/5 Build the new version, while the old one is running'
git checkout --quiet --detach "$new"
stage="Nothing has been changed but the checkout: git checkout $old"
# Keeps files that exist.
sh deploy/create-secrets.sh
docker compose build
git checkout --quiet --detach "$old"

echo '2/5 Stop the archive, and back it up with the old version'
# Nobody changes a record after the backup.
docker compose stop proxy api worker
stage='The data is unchanged. Start the archive again: docker compose up --build --detach'
docker compose build backup
docker compose run --rm backup
docker compose down

echo '3/5 Copy the volumes'
for name in postgres library valkey; do
  docker volume create "${project}_${name}_before" > /dev/null
  docker run --rm --volume "${project}_${name}:/from:ro" --volume "${project}_${name}_before:/to" \
    --entrypoint cp "$(docker compose config --images postgres | head -n 1)" -a /from/. /to/
done

stage="The old data is in the volumes ${project}_…_before, and in the backup. See \"A new major version of PostgreSQL\" in docs/operations.md."
for name in postgres library valkey; do docker volume rm "${project}_${name}" > /dev/null; done

echo '4/5 Restore with the new version'
git checkout --quiet --detach "$new"
docker compose build
docker compose run --rm restore

echo '5/5 Start'
docker compose up --detach --wait
echo "The archive runs on the new version. When you have looked at it: docker volume rm ${project}_postgres_before ${project}_library_before ${project}_valkey_before"
exit
}
