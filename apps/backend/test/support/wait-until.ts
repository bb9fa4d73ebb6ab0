import type { Pool } from 'pg';

/** Generous, because processes take longer on a busy machine. */
const TIMEOUT_MS = 120_000;

/** Polls until the condition is true; throws after the timeout. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, timeoutMs = TIMEOUT_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`The condition was not true within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until a transaction of the database waits for a lock, or `work` has ended without waiting. */
export async function waitUntilBlocked(pool: Pool, work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => (hasEnded = true);
  work.then(end, end);
  await waitUntil(async () => {
    const { rowCount } = await pool.query(
      'select from pg_locks l join pg_stat_activity a using (pid) where not granted and a.datname = current_database()',
    );
    return hasEnded || rowCount === 1;
  });
}
