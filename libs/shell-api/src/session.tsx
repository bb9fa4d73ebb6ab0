import { createContext, use } from 'react';

/** The person signed in. `username` is null for the moment in which the server has not said it yet. */
export interface SessionValue {
  username: string | null;
  /** Ends the session on the server, forgets all that was read, and goes to Home. */
  signOut(): Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): SessionValue {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs the shell around it');
  return session;
}
