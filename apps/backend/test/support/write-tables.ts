import { stdout } from 'node:process';
import { TABLES } from './tables-of-systems.ts';

/** Prints the tables of other systems as JSON, with their files in Base64, for the end-to-end tests. */
stdout.write(
  JSON.stringify(TABLES.map((table) => ({ ...table, file: Buffer.from(table.file as Buffer).toString('base64') }))),
);
