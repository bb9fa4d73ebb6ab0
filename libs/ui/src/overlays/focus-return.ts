import { useRef } from 'react';
import type { RefObject } from 'react';

/** Focuses `initialFocus` when a dialog opens and restores focus when it closes. Radix restores focus only to its own trigger. */
export function useFocusReturn(initialFocus?: RefObject<HTMLElement | null>) {
  const previousFocus = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      previousFocus.current = document.activeElement;
      if (!initialFocus?.current) return;
      event.preventDefault();
      initialFocus.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
        previousFocus.current.focus();
    },
  };
}
