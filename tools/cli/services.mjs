// The versions of this machine's programs that tests run: an input of every test, so that results of other versions are not reused.
import { execFileSync } from 'node:child_process';

function versionOf(program, ...args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0];
  } catch {
    return `${program} is not installed`;
  }
}

const versions = [
  versionOf('/usr/bin/redis-server', '--version'),
  versionOf('ffmpeg', '-version'),
  versionOf('radosgw', '--version'),
  versionOf('/usr/sbin/pgbouncer', '--version'),
  versionOf('dpkg-query', '--show', 'swift-proxy'),
  versionOf('/usr/bin/caddy', 'version'),
  versionOf('curl', '--version'),
];
console.log(versions.join('\n'));
