export type ToastTone = 'plain' | 'success' | 'error';
export type ToastOptions = {
  /** One thing to do about it: "Undo", "Try again". */
  action?: { label: string; onClick: () => void };
  /** Milliseconds on screen; `Infinity` until closed, which is what errors do. */
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

/** Says something in passing, in a corner: `toast('Copied')`, `toast.success(…)`, `toast.error(…)`. Answers the id for `dismiss`. */
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
