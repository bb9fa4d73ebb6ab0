type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` each time the server says that nobody is signed in. Answers the function that stops it. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceSignedOut(): void {
  for (const listener of listeners) listener();
}
