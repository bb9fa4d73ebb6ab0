import { afterEach, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useIdleCallback, whenIdle } from './use-idle-callback.ts';

/** A browser with idle callbacks, which jsdom has not; returns a function that makes it idle. */
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
    const works = [...waiting.values()];
    waiting.clear();
    for (const work of works) work();
  };
}

afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

test('work that is requested with each key runs once when the browser is idle', () => {
  const beIdle = withIdleCallbacks();
  const work = jest.fn();
  const { result } = renderHook(() => useIdleCallback(200));
  for (let key = 0; key < 3; key += 1) result.current(work);
  expect(work).not.toHaveBeenCalled();
  expect(window.requestIdleCallback).toHaveBeenCalledWith(expect.any(Function), { timeout: 200 });
  beIdle();
  expect(work).toHaveBeenCalledTimes(1);
  result.current(work);
  beIdle();
  expect(work).toHaveBeenCalledTimes(2);
});

test('work does not run after unmounting', () => {
  const beIdle = withIdleCallbacks();
  const work = jest.fn();
  const { result, unmount } = renderHook(() => useIdleCallback(200));
  result.current(work);
  unmount();
  beIdle();
  expect(work).not.toHaveBeenCalled();
});

test('work runs at once in a browser without idle callbacks', () => {
  const work = jest.fn();
  const cancel = whenIdle(work, 200);
  const { result } = renderHook(() => useIdleCallback(200));
  result.current(work);
  result.current(work);
  expect(work).toHaveBeenCalledTimes(3);
  cancel();
});
