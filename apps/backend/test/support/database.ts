import { createDatabase } from '@archive/postgres';

/** A database of one's own, migrated and empty but for what the migrations bring. */
export async function aDatabase() {
  const { TEST_CLUSTER_URL: cluster, TEST_TEMPLATE: template } = process.env;
  if (!cluster || !template) throw new Error('The tests run through Jest, whose global setup starts PostgreSQL');
  return createDatabase(cluster, { template });
}
