import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '../forms/button.tsx';
import { IconButton } from '../forms/icon-button.tsx';
import { CircleAlert, CircleCheck, Info, X } from '../icons.ts';
import { currentToasts, subscribeToToasts, toast } from './toast-store.ts';
import type { ToastRecord } from './toast-store.ts';

const ICONS = { plain: Info, success: CircleCheck, error: CircleAlert };
const COLOURS = { plain: 'ui:text-navy', success: 'ui:text-sea', error: 'ui:text-signal' };
const LOOK_AGAIN_MS = 2_000;

/** Where toasts appear; once on the page. None goes while the pointer or focus rests on them, or while the page is hidden. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className="ui:pointer-events-none ui:fixed ui:inset-x-2 ui:bottom-2 ui:z-toast ui:grid ui:justify-items-end ui:gap-2 ui:sm:inset-x-6 ui:sm:bottom-6 ui:print:hidden"
    >
      {toasts.map((record) => (
        <Toast key={record.id} record={record} />
      ))}
    </section>
  );
}

const isHeld = (toasts: Element | null | undefined): boolean =>
  document.hidden || Boolean(toasts?.querySelector(':hover, :focus'));

function Toast({ record }: { record: ToastRecord }) {
  const { id, tone, text, action, duration } = record;
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!Number.isFinite(duration)) return;
    const check = () => {
      if (isHeld(own.current?.parentElement)) timer = setTimeout(check, LOOK_AGAIN_MS);
      else toast.dismiss(id);
    };
    let timer = setTimeout(check, duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') toast.dismiss(id);
  };
  const Icon = ICONS[tone];
  return (
    <div
      ref={own}
      role={tone === 'error' ? 'alert' : undefined}
      className="ui:pointer-events-auto ui:flex ui:w-full ui:max-w-sm ui:animate-rise ui:items-start ui:gap-3 ui:rounded ui:border ui:border-rule ui:bg-leaf ui:py-3 ui:pr-2 ui:pl-4 ui:shadow-float"
    >
      <Icon aria-hidden className={`ui:mt-0.5 ui:size-5 ${COLOURS[tone]}`} />
      <p className="ui:min-w-0 ui:flex-1">{text}</p>
      {action && (
        <Button
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
      )}
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
