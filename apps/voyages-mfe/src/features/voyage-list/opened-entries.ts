import { useLocation } from '@archive/router';
import { useEffect, useState } from 'react';
import { keepSessionSet, readSessionSet, withMember } from './session-set.ts';

const storedAt = (key: string) => `voyages.opened.${key}`;

/**
 * Entries that stand open, remembered by history entry: whoever comes back finds the page as long as it was, and so scrolled to the
 * same place. A change of filters or page takes them along.
 */
export function useOpenedEntries(): [ReadonlySet<string>, (slug: string, open: boolean) => void] {
  const { key } = useLocation();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => readSessionSet(storedAt(key)));
  useEffect(() => keepSessionSet(storedAt(key), opened), [key, opened]);
  return [opened, (slug, open) => setOpened(withMember(opened, slug, open))];
}
