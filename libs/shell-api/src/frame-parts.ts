import { useSyncExternalStore } from 'react';

/**
 * A panel that a remote shows in the page frame (the layout around every page) and that stays across pages while work continues, such as
 * the upload tray. The exposed module exports it as `component`; it gets no props.
 */
export interface FramePart {
  /** The remote's name in the registry. */
  remote: string;
  /** The exposed module, such as `./upload-tray`. */
  exposed: string;
}

const PREFIX = 'frame-part/';

/** Key in local storage of unfinished work. A page that opens while there is such a key shows the part from the start. */
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
    // Without storage, nothing was stored.
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

/** Shows a part in the page frame. It stays until the page is closed, and may render nothing. */
export function showFramePart(part: FramePart): void {
  if (currentParts().some((current) => isSame(current, part))) return;
  parts = [...currentParts(), part];
  for (const listener of listeners) listener();
}

/** The parts that the shell renders. */
export const useFrameParts = (): readonly FramePart[] => useSyncExternalStore(subscribe, currentParts);

/** Whether a remote shows something in the page frame. */
export const hasFrameParts = (remote: string): boolean => currentParts().some((part) => part.remote === remote);
