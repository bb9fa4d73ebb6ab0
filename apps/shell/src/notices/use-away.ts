import { isAway, keys } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * True while something on the screen waits for a server that is away. The polling of the ingest does not count: it fails in
 * silence (SPEC section 8).
 */
export function useAway(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .some(
        ({ state, queryKey, isActive }) =>
          isAway(state.error) && queryKey[0] !== keys.ingest[0] && queryKey[0] !== keys.registry[0] && isActive,
      ),
  );
}
