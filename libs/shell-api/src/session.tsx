import { createContext, use } from 'react';

/** The signed-in user. `username` is null until the server has confirmed the session. */
export interface SessionValue {
  username: string | null;
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
