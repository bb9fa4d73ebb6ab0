import { useCallback, useEffect, useRef } from 'react';

/** Runs work when the browser has nothing else to do; returns a function that cancels it. */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    work();
    return () => {};
  }
  const handle = window.requestIdleCallback(work, { timeout: timeoutMs });
  return () => window.cancelIdleCallback(handle);
}

/** Like `whenIdle`, but ignores further calls while work is pending. Unmounting cancels the pending work. */
export function useIdleCallback(timeoutMs: number): (work: () => void) => void {
  const cancel = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      cancel.current?.();
      cancel.current = undefined;
    },
    [],
  );
  return useCallback(
    (work) => {
      if (cancel.current) return;
      let hasRun = false;
      const cancelWork = whenIdle(() => {
        hasRun = true;
        cancel.current = undefined;
        work();
      }, timeoutMs);
      if (!hasRun) cancel.current = cancelWork;
    },
    [timeoutMs],
  );
}
