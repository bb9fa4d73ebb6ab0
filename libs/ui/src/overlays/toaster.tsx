import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { CircleAlert, CircleCheck, Info, X } from '../icons.ts';
import { currentToasts, subscribeToToasts, toast } from './toast-store.ts';
import type { ToastRecord } from './toast-store.ts';

const ICONS = { plain: Info, success: CircleCheck, error: CircleAlert };
const COLORS = { plain: 'ui:text-navy', success: 'ui:text-sea', error: 'ui:text-signal' };
const RECHECK_MS = 2_000;

const GAP = 8;

/**
 * Sets `--toasts-above` (phone) or `--toasts-below` to the height of the toasts,
 * so that they don't cover dialogs and bars at the same edge.
 */
function useRoom(toasts: readonly ToastRecord[]) {
  const container = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const clear = () => {
      style.removeProperty('--toasts-above');
      style.removeProperty('--toasts-below');
    };
    const measure = () => {
      clear();
      const box = container.current?.getBoundingClientRect();
      if (!box || toasts.length === 0) return;
      const spaceBelow = window.innerHeight - box.top;
      if (box.top < window.innerHeight - box.bottom) style.setProperty('--toasts-above', `${box.bottom + GAP}px`);
      else style.setProperty('--toasts-below', `${spaceBelow + GAP}px`);
    };
    measure();
    addEventListener('resize', measure);
    return () => {
      removeEventListener('resize', measure);
      clear();
    };
  }, [toasts]);
  return container;
}

/**
 * Renders toasts; mount once per page. On a phone they appear below the masthead, away from form buttons. They stay while they are hovered
 * or focused, or while the page is hidden.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const place = useRoom(toasts);
  return (
    <section
      ref={place}
      data-toasts
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className="ui:pointer-events-none ui:fixed ui:inset-x-2 ui:top-16 ui:z-toast ui:grid ui:max-h-[40dvh] ui:justify-items-end ui:gap-2 ui:overflow-y-auto ui:md:inset-x-6 ui:md:top-auto ui:md:bottom-6 ui:md:max-h-none ui:md:overflow-visible ui:print:hidden"
    >
      {toasts.map((record) => (
        <Toast key={record.id} record={record} />
      ))}
    </section>
  );
}

const isPaused = (toasts: Element | null | undefined): boolean =>
  document.hidden || Boolean(toasts?.querySelector(':hover, :focus'));

function Toast({ record }: { record: ToastRecord }) {
  const { id, tone, text, actions, duration } = record;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!Number.isFinite(duration)) return;
    const check = () => {
      if (isPaused(element.current?.parentElement)) timer = setTimeout(check, RECHECK_MS);
      else toast.dismiss(id);
    };
    let timer = setTimeout(check, duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') toast.dismiss(id);
  };
  const Icon = ICONS[tone];
  const buttons = actions.map((action) => (
    <Button
      key={action.label}
      variant="quiet"
      size="small"
      className="ui:-my-1"
      onKeyDown={closeByEscape}
      onClick={() => {
        action.onClick();
        toast.dismiss(id);
      }}
    >
      {action.label}
    </Button>
  ));
  // Two buttons go below the text: beside it, they would leave room for one word per line.
  const isStacked = actions.length > 1;
  return (
    <div
      ref={element}
      role={tone === 'error' ? 'alert' : undefined}
      className="ui:pointer-events-auto ui:flex ui:w-full ui:max-w-sm ui:animate-rise ui:items-start ui:gap-3 ui:rounded ui:border ui:border-rule ui:bg-leaf ui:py-3 ui:pr-2 ui:pl-4 ui:shadow-float"
    >
      <Icon aria-hidden className={`ui:mt-0.5 ui:size-5 ${COLORS[tone]}`} />
      <div className="ui:min-w-0 ui:flex-1">
        <p>{text}</p>
        {isStacked && <div className="ui:mt-2 ui:-mb-1 ui:-ml-3 ui:flex ui:flex-wrap">{buttons}</div>}
      </div>
      {!isStacked && buttons}
      <IconButton
        plain
        size="small"
        label="Dismiss"
        icon={<X aria-hidden className="ui:size-4" />}
        className="ui:-my-1"
        onKeyDown={closeByEscape}
        onClick={() => toast.dismiss(id)}
      />
    </div>
  );
}
