import { isUnavailable, keys } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * True while a query on screen fails because the server is unavailable. Background polling of ingest and registry fails silently
 * (SPEC section 8).
 */
export function useServerUnavailable(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .some(
        ({ state, queryKey, isActive }) =>
          isUnavailable(state.error) && queryKey[0] !== keys.ingest[0] && queryKey[0] !== keys.registry[0] && isActive,
      ),
  );
}
