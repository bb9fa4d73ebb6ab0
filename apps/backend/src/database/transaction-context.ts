import { AsyncLocalStorage } from 'node:async_hooks';

type Hook = () => unknown;

interface TransactionContext {
  readonly hooks: Hook[];
}

const storage = new AsyncLocalStorage<TransactionContext>();

/**
 * Runs `hook` when the transaction that the running code belongs to has committed, and never when it is rolled back: the
 * place for publishing and enqueueing. What a hook throws is logged and changes nothing, for the change has been made.
 * @throws outside of `Database.transaction` and `Database.write`
 */
export function afterCommit(hook: Hook): void {
  const context = storage.getStore();
  if (!context) throw new Error('afterCommit belongs inside of a transaction');
  context.hooks.push(hook);
}

/**
 * Runs `work`, then the hooks that it left.
 * @throws inside of another one: it would take a second connection and commit apart from the first
 */
export async function withCommitHooks<T>(work: () => Promise<T>, failed: (error: unknown) => void): Promise<T> {
  if (storage.getStore()) throw new Error('A transaction was begun inside of a transaction');
  const context: TransactionContext = { hooks: [] };
  const result = await storage.run(context, work);
  for (const hook of context.hooks) {
    try {
      await storage.exit(hook);
    } catch (error) {
      failed(error);
    }
  }
  return result;
}
