import {
  type ComponentProps,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  cloneElement,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../base/cx.ts';
import { usePortalScope } from '../base/portal-scope.tsx';

const SIZES = { small: 'ui:size-8', medium: 'ui:size-10', large: 'ui:size-12' };

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name, also shown as tooltip. */
  label: string;
  icon: ReactNode;
  size?: keyof typeof SIZES;
  /** Omits the tooltip, for self-explanatory icons. */
  plain?: boolean;
};

/** A square icon button. */
export function IconButton({
  label,
  icon,
  size = 'medium',
  plain = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={cx(
        'ui:inline-grid ui:place-items-center ui:shrink-0 ui:rounded ui:text-faded ui:transition-colors ui:hover:bg-wash ui:hover:text-ink ui:disabled:opacity-50',
        SIZES[size],
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
  return plain ? (
    button
  ) : (
    <Tooltip text={label} isName>
      {button}
    </Tooltip>
  );
}

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
  const [scheduled, setScheduled] = useState<{ target?: HTMLElement; ms: number }>();
  const id = useId();

  useEffect(() => {
    if (!scheduled) return;
    const timer = setTimeout(() => setAnchor(scheduled.target), scheduled.ms);
    return () => clearTimeout(timer);
  }, [scheduled]);
  const schedule = (target: HTMLElement | undefined, ms: number) => setScheduled({ target, ms });
  const close = useCallback(() => setScheduled({ ms: 0 }), []);

  const { props } = children;
  const trigger = cloneElement(children, {
    'aria-describedby': anchor && !isName ? id : props['aria-describedby'],
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') schedule(event.currentTarget, DELAY_MS);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      schedule(undefined, HIDE_DELAY_MS);
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) schedule(event.currentTarget, 0);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      schedule(undefined, 0);
    },
  });

  return (
    <>
      {trigger}
      {anchor && <Bubble {...{ id, text, isName, anchor }} onHover={() => schedule(anchor, 0)} onClose={close} />}
    </>
  );
}

type BubbleProps = {
  id: string;
  text: string;
  isName: boolean;
  anchor: HTMLElement;
  onHover: () => void;
  onClose: () => void;
};

function Bubble({ id, text, isName, anchor, onHover, onClose }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const scope = usePortalScope();

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const target = anchor.getBoundingClientRect();
    const size = element.getBoundingClientRect();
    const maxLeft = document.documentElement.clientWidth - size.width - GAP;
    const fitsBelow = target.bottom + GAP + size.height <= window.innerHeight;
    element.style.left = `${Math.max(GAP, Math.min(maxLeft, target.left + (target.width - size.width) / 2))}px`;
    element.style.top = `${fitsBelow ? target.bottom + GAP : target.top - GAP - size.height}px`;
  }, [anchor, text]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', closeOnEscape);
    window.addEventListener('scroll', onClose, { capture: true, passive: true });
    return () => {
      window.removeEventListener('keydown', closeOnEscape);
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
        onPointerEnter={onHover}
        onPointerLeave={onClose}
        className="ui:fixed ui:z-tooltip ui:max-w-xs ui:animate-rise ui:rounded ui:border ui:border-rule ui:bg-leaf ui:px-2.5 ui:py-1 ui:text-13 ui:shadow-float ui:print:hidden"
      >
        {text}
      </div>
    </div>,
    document.body,
  );
}
