export type ToastTone = 'plain' | 'success' | 'error';
export type ToastOptions = {
  /** An action, such as "Undo" or "Try again". */
  action?: { label: string; onClick: () => void };
  /** Milliseconds on screen; `Infinity` until closed, the default for errors. */
  duration?: number;
};
export type ToastRecord = { id: number; tone: ToastTone; text: string; duration: number } & Pick<
  ToastOptions,
  'action'
>;

const LIMIT = 4;
let toasts: readonly ToastRecord[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastRecord[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: ToastTone, text: string, { action, duration }: ToastOptions = {}): number {
  const id = ++last;
  const standard = tone === 'error' ? Infinity : action ? 10_000 : 5_000;
  set(
    [
      ...toasts.filter((toast) => toast.text !== text),
      { id, tone, text, action, duration: duration ?? standard },
    ].slice(-LIMIT),
  );
  return id;
}

/** Shows a toast: `toast('Copied')`, `toast.success(…)`, `toast.error(…)`. Returns the id for `dismiss`. */
export const toast = Object.assign((text: string, options?: ToastOptions) => show('plain', text, options), {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  dismiss: (id?: number) => set(id === undefined ? [] : toasts.filter((toast) => toast.id !== id)),
});

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentToasts = (): readonly ToastRecord[] => toasts;
