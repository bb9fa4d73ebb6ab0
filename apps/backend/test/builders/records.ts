import type { Database } from '../../src/database/index.ts';

export interface SavedRecord {
  id: number;
  slug: string;
}

let made = 0;

/** A number that is unique in this process. */
export const nextNumber = () => (made += 1);

export const slugOf = (words: string) =>
  words
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-');

/** Inserts one row from column names and values, directly into its table. */
export async function insert<Row extends object>(
  database: Database,
  table: string,
  values: Record<string, unknown>,
  returning: string,
): Promise<Row> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = given.map(([name]) => name).join(', ');
  const places = given.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await database.pool.query<Row>(
    `insert into ${table} (${columns}) values (${places}) returning ${returning}`,
    given.map(([, value]) => value),
  );
  const [row] = rows;
  if (!row) throw new Error(`${table} took no row`);
  return row;
}

export async function findSaved(database: Database, table: string, slug: string): Promise<SavedRecord | undefined> {
  const { rows } = await database.pool.query<SavedRecord>(`select id, slug from ${table} where slug = $1`, [slug]);
  return rows[0];
}
