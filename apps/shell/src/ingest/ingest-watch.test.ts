import { anOperation } from '@archive/testing';
import { describe, expect, test } from '@jest/globals';
import { closeShown, NOTHING_WATCHED, watchOperations } from './ingest-watch.ts';

const first = anOperation({ operation_id: '11111111-1111-4111-8111-111111111111' });
const second = anOperation({ operation_id: '22222222-2222-4222-8222-222222222222', status: 'initializing' });
const done = { ...first, status: 'completed' as const };
const failed = { ...first, status: 'failed' as const, error_message: 'No voyage in it' };

describe('of the operations', () => {
  test('one that had ended before is not shown', () => {
    const state = watchOperations(NOTHING_WATCHED, [done, failed]);
    expect(state).toMatchObject({ shown: null, completions: 0 });
  });

  test('one seen at work is shown, and its end too', () => {
    const atWork = watchOperations(NOTHING_WATCHED, [first]);
    expect(atWork.shown).toBe(first);
    const ended = watchOperations(atWork, [done]);
    expect(ended).toMatchObject({ shown: done, completions: 1 });
    expect(watchOperations(ended, [done])).toMatchObject({ shown: done, completions: 1 });
  });

  test('the one that runs is shown before one that waits, and one at work before one that has ended', () => {
    const both = watchOperations(NOTHING_WATCHED, [second, first]);
    expect(both.shown).toBe(first);
    expect(watchOperations(both, [second, done])).toMatchObject({ shown: second, completions: 1 });
  });

  test('one that failed changes no list', () => {
    const state = watchOperations(watchOperations(NOTHING_WATCHED, [first]), [failed]);
    expect(state).toMatchObject({ shown: failed, completions: 0 });
  });

  test('one that was closed stays closed, but its completion still counts', () => {
    const closed = closeShown(watchOperations(NOTHING_WATCHED, [first]));
    expect(watchOperations(closed, [first]).shown).toBeNull();
    expect(watchOperations(closed, [done])).toMatchObject({ shown: null, completions: 1 });
  });

  test('one that is no longer named disappears', () => {
    expect(watchOperations(watchOperations(NOTHING_WATCHED, [first]), []).shown).toBeNull();
  });

  test('a trial run is nobody else’s concern', () => {
    expect(watchOperations(NOTHING_WATCHED, [{ ...first, dry_run: true }]).shown).toBeNull();
  });
});
