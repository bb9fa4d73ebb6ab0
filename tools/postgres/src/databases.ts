import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface Database {
  name: string;
  url: string;
  /** Takes the database away, with the connections that others still hold. */
  drop(): Promise<void>;
}

/**
 * Makes a database on the server of `url` (any database of it, by a user who may). With `template`, the name of a
 * database that nobody is connected to, it starts as a copy of that one. Without a name it gets one of its own.
 */
export async function createDatabase(
  url: string,
  { template, name = `test_${randomBytes(6).toString('hex')}` }: { template?: string; name?: string } = {},
): Promise<Database> {
  await administer(url, (quote) => `create database ${quote(name)}${template ? ` template ${quote(template)}` : ''}`);
  const own = new URL(url);
  own.pathname = `/${encodeURIComponent(name)}`;
  return {
    name,
    url: own.href,
    drop: () => administer(url, (quote) => `drop database if exists ${quote(name)} with (force)`),
  };
}

/** Makes the database of this name unless it is there. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  await createDatabase(url, { name }).catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error;
  });
}

async function administer(url: string, statement: (quote: (name: string) => string) => string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  try {
    await client.connect();
    await client.query(statement((name) => client.escapeIdentifier(name)));
  } finally {
    await client.end();
  }
}
