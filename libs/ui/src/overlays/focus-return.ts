import { useRef } from 'react';
import type { RefObject } from 'react';

/** Focuses `initialFocus` when a dialog opens and restores focus when it closes. Radix only restores it to its own trigger. */
export function useFocusReturn(initialFocus?: RefObject<HTMLElement | null>) {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (!initialFocus?.current) return;
      event.preventDefault();
      initialFocus.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
  };
}
