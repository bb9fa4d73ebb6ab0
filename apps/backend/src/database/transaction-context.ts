import { AsyncLocalStorage } from 'node:async_hooks';

type Hook = () => unknown;

interface TransactionContext {
  readonly hooks: Hook[];
}

const storage = new AsyncLocalStorage<TransactionContext>();

/**
 * Runs `hook` after the current transaction has been committed, and never after a rollback. Use it for publishing and enqueueing.
 * An error in a hook is logged and ignored, because the change is already committed.
 * @throws outside `Database.transaction`
 */
export function afterCommit(hook: Hook): void {
  const context = storage.getStore();
  if (!context) throw new Error('afterCommit must be called inside a transaction');
  context.hooks.push(hook);
}

/**
 * Runs `work`, and then the hooks that it registered.
 * @throws if nested, because a nested call would use a second connection and commit separately
 */
export async function withCommitHooks<T>(work: () => Promise<T>, failed: (error: unknown) => void): Promise<T> {
  if (storage.getStore()) throw new Error('Transactions can’t be nested');
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
