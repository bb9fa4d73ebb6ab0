import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type * as panelModule from './overlay-panels.ts';
import { toast } from './toast-store.ts';

type Panels = typeof panelModule;

let panels: Panels | undefined;
let loading: Promise<Panels> | undefined;
const listeners = new Set<() => void>();

/** Loads the code of dialogs and sheets (8 KB), which no page needs initially. */
export function loadOverlays(): Promise<Panels> {
  loading ??= import(/* webpackChunkName: "overlays" */ './overlay-panels.ts').then(
    (loaded) => {
      panels = loaded;
      for (const listener of listeners) listener();
      return loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The code of overlays, loaded when the first overlay opens; undefined until it
 * has loaded. If loading fails, closes the overlay and shows a toast.
 */
export function useOverlays(open: boolean, onOpenChange: (open: boolean) => void): Panels | undefined {
  const fail = useEffectEvent(() => {
    toast.error('Can’t open this. Check your connection and try again.', { key: 'overlays' });
    onOpenChange(false);
  });
  useEffect(() => {
    if (open) loadOverlays().catch(fail);
  }, [open]);
  return useSyncExternalStore(subscribe, () => panels);
}
