export type ToastTone = 'plain' | 'success' | 'error';
export type ToastAction = { label: string; onClick: () => void };
export type ToastOptions = {
  /** One or more actions, such as "Undo" or "Retry". */
  action?: ToastAction | readonly ToastAction[];
  /** Identifies the subject of the message. A toast replaces an existing one with the same key; for example, after a retry succeeds. */
  key?: string;
  /** Milliseconds on screen; `Infinity` until closed, the default for errors. */
  duration?: number;
};
export type ToastRecord = {
  id: number;
  tone: ToastTone;
  text: string;
  duration: number;
  actions: readonly ToastAction[];
  key?: string | undefined;
};

const LIMIT = 4;
let toasts: readonly ToastRecord[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastRecord[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: ToastTone, text: string, { action, duration, key }: ToastOptions = {}): number {
  const id = ++last;
  const standard = tone === 'error' ? Infinity : action ? 10_000 : 5_000;
  set(
    [
      ...toasts.filter((toast) => toast.text !== text && (key === undefined || toast.key !== key)),
      { id, tone, text, actions: action ? [action].flat() : [], key, duration: duration ?? standard },
    ].slice(-LIMIT),
  );
  return id;
}

/** Shows a toast: `toast('Copied')`, `toast.success(…)`, `toast.error(…)`. Returns the id for `dismiss`. */
export const toast = Object.assign((text: string, options?: ToastOptions) => show('plain', text, options), {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  /** Removes all errors, for example after signing in again. */
  dismissErrors: () => set(toasts.filter(({ tone }) => tone !== 'error')),
  /** Removes the toast with this key, for example the error of an action that has since succeeded. */
  dismissByKey: (key: string) => set(toasts.filter((toast) => toast.key !== key)),
  dismiss: (id?: number) => set(id === undefined ? [] : toasts.filter((toast) => toast.id !== id)),
});

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentToasts = (): readonly ToastRecord[] => toasts;
