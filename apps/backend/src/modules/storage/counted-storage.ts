import type { Metrics } from '../../common/index.ts';
import { AwayError } from '../../database/index.ts';
import type { Storage } from './storage.ts';

/** The same storage, whose failures are counted by operation. What is not there, or a key that cannot be, is no failure. */
export function countErrors(storage: Storage, metrics: Metrics): Storage {
  const errors = metrics.counter({
    name: 'storage_errors_total',
    help: 'Operations that the file storage failed to do, by operation',
    labelNames: ['operation'],
  });
  return new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return async (...rest: unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(member, target, rest);
        } catch (error) {
          if (error instanceof AwayError) errors.inc({ operation: name });
          throw error;
        }
      };
    },
  });
}
