import { stdout } from 'node:process';
import { PUBLISHED_TABLES } from './published-tables.ts';
import { TABLES } from './tables-of-systems.ts';

const withBase64 = <Table extends { file: string | Buffer }>(table: Table) => ({
  ...table,
  file: Buffer.from(table.file as Buffer).toString('base64'),
});

/** Prints the tables of other systems and those that others have published as JSON, with their files in Base64, for the end-to-end tests. */
stdout.write(JSON.stringify({ exported: TABLES.map(withBase64), published: PUBLISHED_TABLES.map(withBase64) }));
