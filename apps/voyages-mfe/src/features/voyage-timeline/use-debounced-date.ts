import { useEffect, useRef, useState } from 'react';

const STEP_MS = 250;

/** Debounces dates that change in quick succession, such as while an arrow key is held; a single change applies immediately. */
export function useDebouncedDate(date: string): string {
  const [settledDate, setSettled] = useState(date);
  const lastChange = useRef(-Infinity);
  useEffect(() => {
    const now = performance.now();
    const isInSuccession = now - lastChange.current < STEP_MS;
    lastChange.current = now;
    const timer = setTimeout(() => setSettled(date), isInSuccession ? STEP_MS : 0);
    return () => clearTimeout(timer);
  }, [date]);
  return settledDate;
}
