import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves focus to the returned element after the button of an action disappears because the action has nothing left to do. Otherwise
 * keyboard users would start at the top of the page.
 * @param isOpen whether a dialog is open, which has the focus
 */
export function useFocusAfterRemoval<E extends HTMLElement>(isOffered: boolean, isOpen: boolean): RefObject<E | null> {
  const target = useRef<E>(null);
  const wasOffered = useRef(false);
  useEffect(() => {
    if (isOffered) wasOffered.current = true;
    if (isOffered || isOpen || !wasOffered.current) return undefined;
    wasOffered.current = false;
    // The dialog returns the focus first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) target.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isOffered, isOpen]);
  return target;
}
