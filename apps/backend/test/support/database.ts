import { createDatabase } from '@archive/postgres';

/** Creates a migrated database. `url` is for its owner, `applicationUrl` for the role of the application. */
export async function aDatabase() {
  const { TEST_CLUSTER_URL: cluster, TEST_TEMPLATE: template, TEST_APPLICATION_ROLE: role } = process.env;
  if (!cluster || !template || !role)
    throw new Error('The tests run through Jest, whose global setup starts PostgreSQL');
  const database = await createDatabase(cluster, { template });
  const address = new URL(database.url);
  [address.username = '', address.password = ''] = role.split(':');
  return { ...database, applicationUrl: address.href };
}
