import { cloneElement, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent, ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { usePortalScope } from '../base/portal-scope.tsx';

type Handlers = {
  'aria-describedby'?: string;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
};

export type TooltipProps = {
  text: string;
  /** Set if `text` is the element's accessible name, so that screen readers don't read it twice. */
  isName?: boolean;
  /** One focusable element. */
  children: ReactElement<Handlers>;
};

const DELAY_MS = 400;
const HIDE_DELAY_MS = 120;
const GAP = 6;

/** A tooltip on hover and keyboard focus. Escape hides it; it stays while hovered. */
export function Tooltip({ text, isName = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wish, setWish] = useState<{ target?: HTMLElement; ms: number }>();
  const id = useId();

  useEffect(() => {
    if (!wish) return;
    const timer = setTimeout(() => setAnchor(wish.target), wish.ms);
    return () => clearTimeout(timer);
  }, [wish]);
  const later = (target: HTMLElement | undefined, ms: number) => setWish({ target, ms });
  const close = useCallback(() => setWish({ ms: 0 }), []);

  const own = children.props;
  const trigger = cloneElement(children, {
    'aria-describedby': anchor && !isName ? id : own['aria-describedby'],
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') later(event.currentTarget, DELAY_MS);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      later(undefined, HIDE_DELAY_MS);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) later(event.currentTarget, 0);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      later(undefined, 0);
    },
  });

  return (
    <>
      {trigger}
      {anchor && <Bubble {...{ id, text, isName, anchor }} onRest={() => later(anchor, 0)} onClose={close} />}
    </>
  );
}

type BubbleProps = {
  id: string;
  text: string;
  isName: boolean;
  anchor: HTMLElement;
  onRest: () => void;
  onClose: () => void;
};

function Bubble({ id, text, isName, anchor, onRest, onClose }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const scope = usePortalScope();

  useLayoutEffect(() => {
    const place = bubble.current;
    if (!place) return;
    const from = anchor.getBoundingClientRect();
    const size = place.getBoundingClientRect();
    const room = document.documentElement.clientWidth - size.width - GAP;
    const below = from.bottom + GAP + size.height <= window.innerHeight;
    place.style.left = `${Math.max(GAP, Math.min(room, from.left + (from.width - size.width) / 2))}px`;
    place.style.top = `${below ? from.bottom + GAP : from.top - GAP - size.height}px`;
  }, [anchor, text]);

  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', key);
    window.addEventListener('scroll', onClose, { capture: true, passive: true });
    return () => {
      window.removeEventListener('keydown', key);
      window.removeEventListener('scroll', onClose, { capture: true });
    };
  }, [onClose]);

  return createPortal(
    <div {...scope}>
      <div
        ref={bubble}
        id={id}
        role="tooltip"
        aria-hidden={isName || undefined}
        data-theme="dark"
        onPointerEnter={onRest}
        onPointerLeave={onClose}
        className="ui:fixed ui:z-tooltip ui:max-w-xs ui:animate-fade ui:rounded ui:border ui:border-rule ui:bg-leaf ui:px-2.5 ui:py-1 ui:text-13 ui:shadow-float ui:print:hidden"
      >
        {text}
      </div>
    </div>,
    document.body,
  );
}
