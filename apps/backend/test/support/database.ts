import { createDatabase } from '@archive/postgres';

/** Creates a migrated database. */
export async function aDatabase() {
  const { TEST_CLUSTER_URL: cluster, TEST_TEMPLATE: template } = process.env;
  if (!cluster || !template) throw new Error('The tests run through Jest, whose global setup starts PostgreSQL');
  return createDatabase(cluster, { template });
}
