import { useEffect, useRef, useState } from 'react';

const STEP_MS = 250;

/** A date at once, but of dates that follow each other quickly, as when the chart is walked by a held key, the one that is stayed at. */
export function useAtRest(date: string): string {
  const [rested, setRested] = useState(date);
  const changed = useRef(-Infinity);
  useEffect(() => {
    const now = performance.now();
    const walks = now - changed.current < STEP_MS;
    changed.current = now;
    const timer = setTimeout(() => setRested(date), walks ? STEP_MS : 0);
    return () => clearTimeout(timer);
  }, [date]);
  return rested;
}
