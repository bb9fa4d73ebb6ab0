import { useLocation } from '@archive/router';
import { useEffect, useState } from 'react';

/** Entries that stand open, by history entry: whoever comes back finds the page as long as it was, and scrolled to the same place. */
const openedAt = new Map<string, ReadonlySet<string>>();

export function useOpenedEntries(): [ReadonlySet<string>, (slug: string, open: boolean) => void] {
  const { key } = useLocation();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openedAt.get(key) ?? new Set());
  useEffect(() => {
    openedAt.set(key, opened);
  }, [key, opened]);
  const change = (slug: string, open: boolean) => {
    const next = new Set(opened);
    if (open) next.add(slug);
    else next.delete(slug);
    setOpened(next);
  };
  return [opened, change];
}
