import { afterEach, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useIdleCallback, whenIdle } from './use-draft.ts';

/** Adds idle callbacks, which jsdom lacks. Returns a function that runs the pending callbacks. */
function withIdleCallbacks() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  Object.assign(window, {
    requestIdleCallback: jest.fn((work: () => void) => {
      waiting.set((last += 1), work);
      return last;
    }),
    cancelIdleCallback: (handle: number) => waiting.delete(handle),
  });
  return () => {
    const callbacks = [...waiting.values()];
    waiting.clear();
    for (const run of callbacks) run();
  };
}

afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

test('work requested on every keystroke runs once when the browser is idle', () => {
  const runIdleCallbacks = withIdleCallbacks();
  const work = jest.fn();
  const { result } = renderHook(() => useIdleCallback(200));
  for (let key = 0; key < 3; key += 1) result.current(work);
  expect(work).not.toHaveBeenCalled();
  expect(window.requestIdleCallback).toHaveBeenCalledWith(expect.any(Function), { timeout: 200 });
  runIdleCallbacks();
  expect(work).toHaveBeenCalledTimes(1);
  result.current(work);
  runIdleCallbacks();
  expect(work).toHaveBeenCalledTimes(2);
});

test('waiting work doesn’t run after unmounting', () => {
  const runIdleCallbacks = withIdleCallbacks();
  const work = jest.fn();
  const { result, unmount } = renderHook(() => useIdleCallback(200));
  result.current(work);
  unmount();
  runIdleCallbacks();
  expect(work).not.toHaveBeenCalled();
});

test('work runs immediately in a browser without idle callbacks', () => {
  const work = jest.fn();
  const cancel = whenIdle(work, 200);
  const { result } = renderHook(() => useIdleCallback(200));
  result.current(work);
  result.current(work);
  expect(work).toHaveBeenCalledTimes(3);
  cancel();
});
