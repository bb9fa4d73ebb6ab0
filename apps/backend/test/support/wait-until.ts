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
