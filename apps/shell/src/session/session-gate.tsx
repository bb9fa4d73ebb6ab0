import { keys, messageOf, onSignedOut, registryQuery, sessionQuery, signOut } from '@archive/api-client';
import { useQuery, useQueryClient, type QueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { SessionProvider, useHasOpenForm } from '@archive/shell-api';
import { toast, lazyComponent } from '@archive/ui';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { PageRegistry } from '../federation/page-registry.ts';
import { LoadingScreen } from '../screens/loading-screen.tsx';
import { onAuthenticatedInOtherTab, readAuthenticated, storeAuthenticated } from './authenticated-flag.ts';
import { ConfirmationHost } from './confirmation-host.tsx';
import { returnUrl } from './return-url.ts';

const loginScreen = () => import('./login-screen.tsx');
const LoginScreen = lazyComponent(loginScreen, 'LoginScreen', <LoadingScreen unavailable={false} />);
const SignInDialog = lazyComponent(() => import('./sign-in-dialog.tsx'), 'SignInDialog');

const SIGNED_OUT = { authenticated: false, username: null };

const endSession = (client: QueryClient) => client.setQueryData(sessionQuery().queryKey, SIGNED_OUT);

/** Clears all data loaded during the session. */
function clearRecords(client: QueryClient): void {
  const records = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== keys.session[0] };
  client.cancelQueries(records).catch(() => undefined);
  client.removeQueries(records);
}

interface SessionGateProps {
  pageRegistry: PageRegistry;
  refreshRegistry: (current: PageRegistry) => Promise<PageRegistry>;
  /** Renders the archive. `justSignedIn`: whether the user signed in on the login screen since the page was loaded. */
  children: (justSignedIn: boolean, pageRegistry: PageRegistry) => ReactNode;
}

/**
 * Shows the archive to signed-in users and the login screen to others. The server decides; until it responds, the flag of the last
 * visit picks the likely screen. If the session ends while a form is open, the page stays and a dialog asks to sign in over it.
 */
export function SessionGate({ pageRegistry, refreshRegistry, children }: SessionGateProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useQuery(sessionQuery());
  const hasOpenForm = useHasOpenForm();
  const [expected] = useState(readAuthenticated);
  const [returnTo] = useState(() => returnUrl(location.href));
  const [justSignedIn, setJustSignedIn] = useState(false);
  const [current, setCurrent] = useState(pageRegistry);
  // The user of the page on screen; null once signed out.
  const [user, setUser] = useState<string | null>(null);
  const authenticated = session.data?.authenticated;
  const username = session.data?.username ?? null;
  if (authenticated && username !== user) setUser(username);
  const isExpired = authenticated === false && user !== null && hasOpenForm;
  if (authenticated === false && user !== null && !hasOpenForm) setUser(null);

  useEffect(() => {
    if (!expected) loginScreen().catch(() => undefined);
  }, [expected]);
  useEffect(() => {
    if (authenticated !== undefined) storeAuthenticated(authenticated);
  }, [authenticated]);
  useEffect(() => {
    if (authenticated === false && !isExpired) clearRecords(client);
  }, [client, authenticated, isExpired]);
  useEffect(() => {
    if (authenticated && returnTo) location.replace(returnTo);
  }, [authenticated, returnTo]);
  useEffect(() => onSignedOut(() => void endSession(client)), [client]);
  useEffect(() => onAuthenticatedInOtherTab(() => void client.invalidateQueries({ queryKey: keys.session })), [client]);

  const startSession = (name: string) => {
    storeAuthenticated(true);
    client.setQueryData(sessionQuery().queryKey, { authenticated: true, username: name });
  };
  const enter = async (name: string) => {
    const next = await refreshRegistry(current);
    setJustSignedIn(true);
    setCurrent(next);
    client.setQueryData(registryQuery(next.registry).queryKey, next.registry);
    startSession(name);
  };
  const resume = (name: string) => {
    startSession(name);
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  const leave = useCallback(async () => {
    try {
      await signOut();
    } catch (error) {
      // A 401 means that the session has already ended and the flag is already cleared.
      if (readAuthenticated()) {
        toast.error(`Couldn’t sign out. ${messageOf(error)}`);
        return;
      }
    }
    setUser(null);
    endSession(client);
    await navigate('/');
  }, [client, navigate]);
  const value = useMemo(() => ({ username: username ?? user, signOut: leave }), [username, user, leave]);

  if (authenticated && returnTo) return <LoadingScreen unavailable={false} />;
  if (isExpired || (authenticated ?? expected))
    return (
      <SessionProvider value={value}>
        {children(justSignedIn, current)}
        <ConfirmationHost />
        {isExpired && <SignInDialog username={user} onSignedIn={resume} />}
      </SessionProvider>
    );
  if (authenticated === undefined) return <LoadingScreen unavailable={session.isError} />;
  return <LoginScreen onSignedIn={enter} />;
}
