import { type Metrics, withSpan } from '../../common/index.ts';
import { UnavailableError } from '../../database/index.ts';
import type { Storage } from './storage.ts';

/** Wraps storage to trace operations and count their failures. Missing objects and invalid keys are not failures. */
export function observed(storage: Storage, metrics: Metrics): Storage {
  const errors = metrics.counter({
    name: 'storage_errors_total',
    help: 'Failed file storage operations, by operation',
    labelNames: ['operation'],
  });
  return new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          return await withSpan(`storage ${name}`, {}, () => Reflect.apply(member, target, args) as Promise<unknown>);
        } catch (error) {
          if (error instanceof UnavailableError) errors.inc({ operation: name });
          throw error;
        }
      };
    },
  });
}
