import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type * as panelModule from './overlay-panels.tsx';
import type { DialogProps, SheetProps } from './overlay-panels.tsx';
import { toast } from './toast-store.ts';

/** A modal dialog. Traps and returns focus, closes on Escape and locks scrolling. */
export function Dialog(props: DialogProps) {
  const panels = useOverlays(props.open, props.onOpenChange);
  return panels && <panels.DialogPanel {...props} />;
}

/** A panel at an edge of the screen, such as filters on a phone. Behaves like Dialog. */
export function Sheet(props: SheetProps) {
  const panels = useOverlays(props.open, props.onOpenChange);
  return panels && <panels.SheetPanel {...props} />;
}

type Panels = typeof panelModule;

let panels: Panels | undefined;
let loading: Promise<Panels> | undefined;
const listeners = new Set<() => void>();

/** Loads the code of dialogs and sheets (8 KB), which no page needs initially. */
export function loadOverlays(): Promise<Panels> {
  loading ??= import(/* webpackChunkName: "overlays" */ './overlay-panels.tsx').then(
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
function useOverlays(open: boolean, onOpenChange: (open: boolean) => void): Panels | undefined {
  const fail = useEffectEvent(() => {
    toast.error('Can’t open this. Check your connection and try again.', { key: 'overlays' });
    onOpenChange(false);
  });
  useEffect(() => {
    if (open) loadOverlays().catch(fail);
  }, [open]);
  return useSyncExternalStore(subscribe, () => panels);
}
