import { expect, type Checks } from './checks.ts';
import type { Stack } from './stack.ts';

/** What processes write, and the check that a restore ends with. */
const OF_ONE_PLACE = ['worker', 'retention_run', 'storage_check'];

/** What a worker does not change by itself. */
const RECORDS = [
  'voyage',
  'passenger',
  'person',
  'media',
  'voyage_media',
  'album',
  'album_media',
  'derivative',
  'history',
];

/** Backs up, restores into new volumes, and compares the tables row by row. Then moves the data with upgrade-postgres.sh. */
export async function backUpAndRestore(stack: Stack, checks: Checks): Promise<void> {
  await checks.check('A backup restores every row and file', async (show) => {
    await stack.compose('stop', 'proxy', 'api', 'worker');
    const before = await tables(stack);
    show('backup');
    const saved = await stack.compose('run', '--rm', 'backup');
    expect(!saved.includes('NOT COMPLETE'), saved);
    await stack.down();
    for (const name of ['postgres', 'library', 'valkey'])
      await stack.docker('volume', 'rm', `${stack.project}_${name}`);
    show('restore');
    const report = await stack.compose('run', '--rm', 'restore');
    const differing = difference(before, await tables(stack));
    expect(differing.length === 0, `Tables differ: ${differing.join(', ')}`);
    await stack.up();
    return `${before.size} tables are equal. ${report.split('\n').at(-1)}`;
  });

  await checks.check('upgrade-postgres.sh moves the data', async () => {
    const before = await tables(stack, RECORDS);
    stack.git(['tag', 'new', stack.commit('The next version')]);
    stack.git(['checkout', '--quiet', 'HEAD~1']);
    await stack.run('sh', ['deploy/upgrade-postgres.sh', 'new']);
    const differing = difference(before, await tables(stack, RECORDS));
    expect(differing.length === 0, `Tables differ: ${differing.join(', ')}`);
    const copies = ['postgres', 'library', 'valkey'].map((name) => `${stack.project}_${name}_before`);
    await stack.docker('volume', 'rm', ...copies);
    return 'the tables are equal';
  });
}

/** For each table the number of its rows and a hash of their content, in which the order of columns does not count. */
export async function tables(stack: Stack, only?: readonly string[]): Promise<Map<string, string>> {
  const names = await stack.sql(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const parts = names
    .filter((name) => (only ? only.includes(name) : !OF_ONE_PLACE.includes(name)))
    .map(
      (name) =>
        `select '${name}|' || count(*) || ' ' || md5(coalesce(string_agg(to_jsonb(t)::text, chr(10) order by to_jsonb(t)::text collate "C"), '')) from "${name}" t`,
    );
  return new Map((await stack.sql(parts.join(' union all '))).map((line) => line.split('|') as [string, string]));
}

const difference = (before: Map<string, string>, after: Map<string, string>) =>
  [...before]
    .filter(([name, value]) => after.get(name) !== value)
    .map(([name, value]) => `${name} (${value.split(' ')[0]} rows, then ${after.get(name)?.split(' ')[0]})`);
