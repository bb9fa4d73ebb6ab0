import { useSyncExternalStore } from 'react';

/**
 * A component that a remote shows in the shell's page layout, on the pages of every remote, while its work continues (such as uploads). The
 * exposed module exports it as `component`; it gets no props.
 */
export interface FramePart {
  /** The remote's name in the registry. */
  remote: string;
  /** The exposed module, such as `./upload-tray`. */
  exposed: string;
}

const PREFIX = 'frame-part/';

/** Key in local storage that marks unfinished work. While such a key exists, newly opened pages show the part immediately. */
export const framePartKey = ({ remote, exposed }: FramePart, id: string): string =>
  `${PREFIX}${remote}/${exposed.replace('./', '')}/${id}`;

const isSame = (first: FramePart, second: FramePart) =>
  first.remote === second.remote && first.exposed === second.exposed;

/** Parts with unfinished work from before the page was opened. */
function storedParts(): FramePart[] {
  try {
    const parts = Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => {
        const [remote = '', exposed = ''] = key.slice(PREFIX.length).split('/');
        return { remote, exposed: `./${exposed}` };
      });
    return parts.filter((part, index) => parts.findIndex((other) => isSame(part, other)) === index);
  } catch {
    // Local storage is unavailable, so no work was stored.
    return [];
  }
}

const listeners = new Set<() => void>();
let parts: readonly FramePart[] | undefined;

const currentParts = (): readonly FramePart[] => (parts ??= storedParts());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a part in the page frame. It stays mounted until the page is closed, but may render nothing. */
export function showFramePart(part: FramePart): void {
  if (currentParts().some((current) => isSame(current, part))) return;
  parts = [...currentParts(), part];
  for (const listener of listeners) listener();
}

/** The parts to render, used by the shell. */
export const useFrameParts = (): readonly FramePart[] => useSyncExternalStore(subscribe, currentParts);

/** Whether a remote shows something in the page frame. */
export const hasFrameParts = (remote: string): boolean => currentParts().some((part) => part.remote === remote);
