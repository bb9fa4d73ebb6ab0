import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** What has been typed, once the typing has paused for a quarter of a second. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
