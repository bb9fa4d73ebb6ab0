import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FocusEvent } from 'react';
import { Button } from '../forms/button.tsx';
import { IconButton } from '../forms/icon-button.tsx';
import { CircleAlert, CircleCheck, Info, X } from '../icons.ts';
import { currentToasts, subscribeToToasts, toast } from './toast-store.ts';
import type { ToastRecord } from './toast-store.ts';

const ICONS = { plain: Info, success: CircleCheck, error: CircleAlert };
const COLOURS = { plain: 'ui:text-navy', success: 'ui:text-sea', error: 'ui:text-signal' };

/** Where toasts appear; once on the page. Their time stands still while a pointer or focus rests on them, or the page is hidden. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (toasts.length === 0) setHeld(false);
  }, [toasts.length]);
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className="ui:pointer-events-none ui:fixed ui:inset-x-2 ui:bottom-2 ui:z-toast ui:grid ui:justify-items-end ui:gap-2 ui:sm:inset-x-6 ui:sm:bottom-6 ui:print:hidden"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event: FocusEvent) => !region.current?.contains(event.relatedTarget) && setHeld(false)}
    >
      {toasts.map((record) => (
        <Toast key={record.id} record={record} held={held} />
      ))}
    </section>
  );
}

function Toast({ record, held }: { record: ToastRecord; held: boolean }) {
  const { id, tone, text, action, duration } = record;
  const hidden = useSyncExternalStore(onVisibility, isHidden, () => false);
  useEffect(() => {
    if (held || hidden || !Number.isFinite(duration)) return;
    const timer = setTimeout(() => toast.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, held, hidden]);
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      onKeyDown={(event) => event.key === 'Escape' && toast.dismiss(id)}
      className="ui:pointer-events-auto ui:flex ui:w-full ui:max-w-sm ui:animate-rise ui:items-start ui:gap-3 ui:rounded ui:border ui:border-rule ui:bg-leaf ui:py-3 ui:pr-2 ui:pl-4 ui:shadow-float"
    >
      <Icon aria-hidden className={`ui:mt-0.5 ui:size-5 ${COLOURS[tone]}`} />
      <p className="ui:min-w-0 ui:flex-1">{text}</p>
      {action && (
        <Button
          variant="quiet"
          size="small"
          className="ui:-my-1"
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
        onClick={() => toast.dismiss(id)}
      />
    </div>
  );
}

const isHidden = () => document.hidden;
const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
