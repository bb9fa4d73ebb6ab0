#!/bin/bash
# versitygw posix <folder>: serves the folder with OpenStack Swift and its S3 API, on port 7070. Ends with the first of its programs.
set -e
folder=$2 place=/tmp/swift
mkdir -p "$place" "$folder/one"
memcached -l 127.0.0.1 -p 11211 -m 16 &
# As in the rings of the image.
port=6200
for name in account container object; do
  cat > "$place/$name.conf" <<END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
devices = $folder
mount_check = false
swift_dir = /etc/swift
user = swift
workers = 0
log_level = CRITICAL
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
END
  "swift-$name-server" "$place/$name.conf" &
  port=$((port + 1))
done
{
  cat <<END
[DEFAULT]
bind_ip = 0.0.0.0
bind_port = 7070
swift_dir = /etc/swift
user = swift
workers = 0
log_level = CRITICAL
[pipeline:main]
pipeline = catch_errors healthcheck cache bulk s3api tempauth copy slo dlo symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:11211
[filter:s3api]
use = egg:swift#s3api
location = $VGW_REGION
dns_compliant_bucket_names = false
[filter:tempauth]
use = egg:swift#tempauth
user_${ROOT_ACCESS_KEY/:/_} = $ROOT_SECRET_KEY .admin
END
  for name in catch_errors healthcheck bulk slo dlo symlink copy; do printf '[filter:%s]\nuse = egg:swift#%s\n' $name $name; done
} > "$place/proxy.conf"
swift-proxy-server "$place/proxy.conf" &
wait -n
exit 1
