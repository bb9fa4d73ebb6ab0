import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** The text, updated only after 250 ms without a change. */
export function useDebouncedValue(text: string): string {
  const [settledText, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settledText;
}
