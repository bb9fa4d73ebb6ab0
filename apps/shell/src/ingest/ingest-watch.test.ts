import { anOperation } from '@archive/testing';
import { describe, expect, test } from '@jest/globals';
import { dismissShown, INITIAL_WATCH, watchOperations } from './ingest-banner.tsx';

const first = anOperation({ operation_id: '11111111-1111-4111-8111-111111111111' });
const second = anOperation({ operation_id: '22222222-2222-4222-8222-222222222222', status: 'initializing' });
const done = { ...first, status: 'completed' as const };
const failed = { ...first, status: 'failed' as const, error_message: 'No voyage in it' };

describe('watched operations', () => {
  test('ignores operations that ended before the page opened', () => {
    const state = watchOperations(INITIAL_WATCH, [done, failed]);
    expect(state).toMatchObject({ operation: null, completions: 0 });
  });

  test('shows an active operation and its end', () => {
    const active = watchOperations(INITIAL_WATCH, [first]);
    expect(active.operation).toBe(first);
    const ended = watchOperations(active, [done]);
    expect(ended).toMatchObject({ operation: done, completions: 1 });
    expect(watchOperations(ended, [done])).toMatchObject({ operation: done, completions: 1 });
  });

  test('shows a running operation rather than a waiting one, and an active rather than an ended one', () => {
    const both = watchOperations(INITIAL_WATCH, [second, first]);
    expect(both.operation).toBe(first);
    expect(watchOperations(both, [second, done])).toMatchObject({ operation: second, completions: 1 });
  });

  test('does not count a failed operation as completed', () => {
    const state = watchOperations(watchOperations(INITIAL_WATCH, [first]), [failed]);
    expect(state).toMatchObject({ operation: failed, completions: 0 });
  });

  test('keeps a dismissed operation hidden, but counts its completion', () => {
    const closed = dismissShown(watchOperations(INITIAL_WATCH, [first]));
    expect(watchOperations(closed, [first]).operation).toBeNull();
    expect(watchOperations(closed, [done])).toMatchObject({ operation: null, completions: 1 });
  });

  test('drops an operation the server no longer lists', () => {
    expect(watchOperations(watchOperations(INITIAL_WATCH, [first]), []).operation).toBeNull();
  });

  test('ignores dry runs', () => {
    expect(watchOperations(INITIAL_WATCH, [{ ...first, dry_run: true }]).operation).toBeNull();
  });
});
