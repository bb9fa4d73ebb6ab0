import { useLocation } from '@archive/router';
import { useEffect, useState } from 'react';
import { storeSessionSet, readSessionSet, setMember } from './session-set.ts';

const storedAt = (key: string) => `voyages.expanded.${key}`;

/**
 * Expanded voyages, stored per history entry, so that going back restores the page height and with it the scroll position. A
 * change of filters or page keeps them.
 */
export function useExpandedEntries(): [ReadonlySet<string>, (slug: string, open: boolean) => void] {
  const { key } = useLocation();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => readSessionSet(storedAt(key)));
  useEffect(() => storeSessionSet(storedAt(key), expanded), [key, expanded]);
  return [expanded, (slug, open) => setExpanded(setMember(expanded, slug, open))];
}
