import type { Access, Role } from '@archive/contracts';
import { allows } from '@archive/contracts/access';
import { Switch } from '@archive/ui';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';

/** The signed-in user. `username` is null until the server has confirmed the session. */
export interface SessionValue {
  username: string | null;
  /** The role of the user, which the browser remembers until the server has confirmed the session. */
  role: Role | null;
  /** Ends the session on the server, clears the cache and opens Home. */
  signOut(): Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): SessionValue {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used inside the shell');
  return session;
}

/** Whether the user may do what needs this access. The server decides again. */
export function useAllows(access: Access): boolean {
  const { role } = useSession();
  return role !== null && allows(role, access);
}

const KEY = 'edit-mode';

const listeners = new Set<() => void>();
/** Used when session storage is unavailable. */
let fallback = false;
/** Number of mounted components that have something to edit. */
let subscribers = 0;

function notify(): void {
  for (const listener of listeners) listener();
}

function set(next: boolean): void {
  try {
    if (next) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    fallback = next;
  }
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isEditing(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return fallback;
  }
}

const isOffered = () => subscribers > 0;

/**
 * Edit mode, for screens with something to edit; always off for those who may not edit. The masthead shows the switch while such a screen is mounted. Stored for the
 * browser session and shared by all screens (SPEC sections 3 and 6).
 */
export function useEditMode(): { editing: boolean; setEditing: (editing: boolean) => void } {
  const editing = useIsEditing();
  useEffect(() => {
    subscribers += 1;
    notify();
    return () => {
      subscribers -= 1;
      notify();
    };
  }, []);
  return { editing, setEditing: set };
}

/**
 * Whether edit mode is on, for components that have nothing to edit themselves.
 * Unlike `useEditMode`, doesn't show the switch in the masthead.
 */
export function useIsEditing(): boolean {
  const isOn = useSyncExternalStore(subscribe, isEditing);
  return useAllows('curator') && isOn;
}

/**
 * The Edit Mode switch in the masthead, for those who may edit. Hidden on screens with nothing to edit, where its space stays empty: the
 * masthead doesn't move.
 */
export function EditModeSwitch({ className }: { className?: string }) {
  const isAvailable = useSyncExternalStore(subscribe, isOffered);
  const isOn = useIsEditing();
  const isAllowed = useAllows('curator');
  const { role } = useSession();
  if (role !== null && !isAllowed) return null;
  return (
    <span style={{ display: 'flex', visibility: isAvailable && isAllowed ? undefined : 'hidden' }}>
      <Switch label="Edit Mode" checked={isOn} onChange={(event) => set(event.target.checked)} className={className} />
    </span>
  );
}
