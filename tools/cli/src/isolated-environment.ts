import { ensureTraversableDir, freePort } from '@archive/postgres';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Tests never touch the user's database, queue, bucket or credentials. */
const NOT_INHERITED = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_POOLER_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'S3_BUCKET',
  'CURATOR_USERNAME',
  'CURATOR_PASSWORD',
  'SIGN_ON_PROVIDERS',
  'LOCAL_ACCOUNTS',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'FRONTENDS_DIR',
];

/** The environment of an archive that is deleted afterwards. `port` is for one archive; without it a free port is used. */
export async function isolatedEnvironment(root: string, name: string, port: string | undefined) {
  const inherited: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'development' };
  for (const name of NOT_INHERITED) delete inherited[name];
  const parent = inherited.DATA_DIR ? resolve(root, inherited.DATA_DIR) : tmpdir();
  ensureTraversableDir(parent);
  const directory = mkdtempSync(join(parent, `${name}-`));
  const dataDir = join(directory, 'data');
  const PORT = port ?? String(await freePort(inherited.HOST || '127.0.0.1'));
  // Tests do not depend on internet access.
  return { place: directory, dataDir, env: { ...inherited, PORT, DATA_DIR: dataDir, INGEST_FETCH_MEDIA: 'false' } };
}
