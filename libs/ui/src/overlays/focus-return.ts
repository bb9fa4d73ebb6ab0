import { useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Puts focus on `initialFocus` when a dialog opens, and back on what had it before when it closes: Radix itself knows only its own
 * trigger, and the dialogs here are opened by state.
 */
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
