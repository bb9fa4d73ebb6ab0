import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type * as panelModule from './overlay-panels.ts';
import { toast } from './toast-store.ts';

type Panels = typeof panelModule;

let panels: Panels | undefined;
let loading: Promise<Panels> | undefined;
const listeners = new Set<() => void>();

/** Loads the code of dialogs and sheets (8 KB), which no page shows at first. */
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

/** The code of overlays, loaded when the first one opens; undefined until it is there. One that can't be loaded closes with a message. */
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
