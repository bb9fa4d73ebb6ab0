import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './settings.ts';

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: join(folder, 'archive'),
    encoding: 'utf8',
  }).trim();

/** A repository with two versions, and a fake `docker` that logs its arguments and the checked-out version. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  mkdirSync(join(folder, 'archive/deploy'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  for (const name of ['deploy/upgrade-postgres.sh', 'deploy/create-secrets.sh'])
    copyFileSync(join(ROOT, name), join(folder, 'archive', name));
  git('init', '--quiet');
  for (const version of ['old', 'new']) {
    writeFileSync(join(folder, 'archive/version'), version);
    // The running script changes with the version.
    if (version === 'new') writeFileSync(join(folder, 'archive/deploy/upgrade-postgres.sh'), 'exit 99\n');
    git('add', '.');
    git('commit', '--quiet', '-m', version);
    git('tag', version);
  }
  git('checkout', '--quiet', 'old');
  writeFileSync(
    join(folder, 'bin/docker'),
    `#!/bin/sh
echo "$(cat version): $*" >> "${folder}/log"
case "$*" in
  'volume inspect '*) [ -n "$BEFORE" ] ;;
  'compose config --images postgres') echo postgres:17 ;;
  "$FAIL") exit 1 ;;
esac
`,
    { mode: 0o755 },
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function upgrade(version: string, env: Record<string, string> = {}) {
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const { status, stderr } = spawnSync('sh', ['deploy/upgrade-postgres.sh', version], {
    cwd: join(folder, 'archive'),
    env: { PATH: path, FAIL: 'none', BEFORE: '', ...env },
    encoding: 'utf8',
  });
  return { status, stderr, checkout: git('describe', '--tags') };
}

const commands = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('inspect') && !line.includes('config'));

test('the data is backed up with the old version, copied, and restored with the new one', () => {
  expect(upgrade('new')).toEqual({ status: 0, stderr: '', checkout: 'new' });
  const volumes = ['postgres', 'library', 'valkey'];
  const copy = (name: string) => [
    `old: volume create yacht-archive_${name}_before`,
    `old: run --rm --volume yacht-archive_${name}:/from:ro --volume yacht-archive_${name}_before:/to --entrypoint cp postgres:17 -a /from/. /to/`,
  ];
  expect(commands()).toEqual([
    'new: compose build',
    'old: compose stop proxy api worker',
    'old: compose build backup',
    'old: compose run --rm backup',
    'old: compose down',
    ...volumes.flatMap(copy),
    ...volumes.map((name) => `old: volume rm yacht-archive_${name}`),
    'new: compose build',
    'new: compose run --rm restore',
    'new: compose up --detach --wait',
  ]);
  const { services, volumes: known } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')) as {
    services: object;
    volumes: object;
  };
  expect(Object.keys(services)).toEqual(expect.arrayContaining(['proxy', 'api', 'worker', 'backup', 'restore']));
  expect(Object.keys(known)).toEqual(expect.arrayContaining(volumes));
});

test('after a failed backup the data is untouched, and the script says how to continue', () => {
  const { status, stderr, checkout } = upgrade('new', { FAIL: 'compose run --rm backup' });
  expect([status, checkout]).toEqual([1, 'old']);
  expect(stderr).toContain('The data is unchanged. Start the archive again: docker compose up');
  expect(commands().filter((line) => line.includes('volume'))).toEqual([]);
});

test('after a failed restore the script names the copies', () => {
  const { status, stderr } = upgrade('new', { FAIL: 'compose run --rm restore' });
  expect(status).toBe(1);
  expect(stderr).toContain('The old data is in the volumes yacht-archive_…_before');
  expect(commands().at(-1)).toBe('new: compose run --rm restore');
});

test('nothing is done for an unknown version, or over the copies of an earlier upgrade', () => {
  expect(upgrade('newer')).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no version newer') });
  expect(upgrade('new', { BEFORE: 'yes' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('yacht-archive_postgres_before of an earlier upgrade exists'),
  });
  expect(commands()).toEqual([]);
});
