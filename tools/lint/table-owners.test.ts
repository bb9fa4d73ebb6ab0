import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { foreignWrites, TABLE_OWNERS } from './table-owners.ts';

/** Tables of the baseline that a later migration drops. */
const DROPPED = ['deploy_token', 'upload_token'];

const source = path.resolve(import.meta.dirname, '../../apps/backend/src');

test('each table is written by its owner only', async () => {
  const found = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: source })) {
    if (file.includes('database/migrations/') || file.endsWith('.test.ts')) continue;
    const text = await readFile(path.join(source, file), 'utf8');
    for (const { line, table } of foreignWrites(file, text)) found.add(`${file}:${line} writes ${table}`);
  }
  expect([...found].toSorted()).toEqual([]);
});

test('each table of the migrations has an owner', async () => {
  const tables = new Set<string>();
  for await (const file of glob('database/migrations/*.ts', { cwd: source })) {
    const text = await readFile(path.join(source, file), 'utf8');
    for (const [, table = ''] of text.matchAll(/create table (?:if not exists )?(\w+)/g)) tables.add(table);
  }
  for (const table of DROPPED) expect(tables.delete(table)).toBe(true);
  expect([...tables].toSorted()).toEqual(Object.keys(TABLE_OWNERS).toSorted());
});

describe('a deliberate violation is found', () => {
  test.each([
    ['const SQL = `insert into voyage (slug) values ($1)`;', 'voyage'],
    ['const SQL = `\n  update voyage v\n  set title = $1`;', 'voyage'],
    ["const SQL = 'DELETE FROM passenger where voyage_id = $1';", 'passenger'],
    ['with gone as (delete from album_media e returning 1) select 1', 'album_media'],
    ['const SQL = `insert into\n    history (kind) values ($1)`;', 'history'],
    ['const SQL = `delete from derivative_task where media_id = $1`;', 'derivative_task'],
    ['const SQL = `update storage_discrepancy set former = null`;', 'storage_discrepancy'],
    ['const SQL = `insert into voyage_search (voyage_id) values ($1)`;', 'voyage_search'],
  ])('%j', (code, table) => {
    expect(foreignWrites('modules/media/violation.ts', code).map((write) => write.table)).toEqual([table]);
  });
});

test.each([
  'select id from voyage where id = $1 for update',
  'select 1 from voyage v join passenger l on true for update of v',
  'create trigger t after insert or update on voyage',
  'insert into storage_check (id) values ($1) on conflict (id) do update set state = excluded.state',
])('%j is not a write', (code) => {
  expect(foreignWrites('modules/media/read.ts', code)).toEqual([]);
});
