type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` after each 401 response. Returns the unsubscribe function. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifySignedOut(): void {
  for (const listener of listeners) listener();
}
