import { createDatabase } from '@archive/postgres';

/** Creates a migrated database. `url` is for its owner, `applicationUrl` for the role of the application. */
export async function aDatabase() {
  const { TEST_CLUSTER_URL: cluster, TEST_TEMPLATE: template } = process.env;
  if (!cluster || !template) throw new Error('The tests run through Jest, whose global setup starts PostgreSQL');
  const database = await createDatabase(cluster, { template });
  return { ...database, applicationUrl: withApplicationRole(database.url) };
}

/** The URL of a database for the role of the application. */
export function withApplicationRole(url: string): string {
  const address = new URL(url);
  [address.username = '', address.password = ''] = (process.env['TEST_APPLICATION_ROLE'] ?? '').split(':');
  return address.href;
}
