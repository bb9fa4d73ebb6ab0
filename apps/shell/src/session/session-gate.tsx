import { keys, messageOf, onSignedOut, registryQuery, sessionQuery, signOut } from '@archive/api-client';
import { useQuery, useQueryClient, type QueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { SessionProvider } from '@archive/shell-api';
import { toast } from '@archive/ui';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Seen } from '../federation/seen.ts';
import { StartingScreen } from '../screens/starting-screen.tsx';
import { returnAddress } from './return-address.ts';
import { keepAuthenticated, onAuthenticatedElsewhere, readAuthenticated } from './authenticated-flag.ts';

const loginScreen = () => import('./login-screen.tsx').then(({ LoginScreen }) => ({ default: LoginScreen }));
const LoginScreen = lazy(loginScreen);

const NOBODY = { authenticated: false, username: null };

/** Forgets who was signed in and everything that was read for them. */
function forget(client: QueryClient): void {
  const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== keys.session[0] };
  keepAuthenticated(false);
  client.setQueryData(sessionQuery().queryKey, NOBODY);
  client.cancelQueries(others).catch(() => undefined);
  client.removeQueries(others);
}

/**
 * Shows the archive to who is signed in, the login screen to who is not. The server decides; until it has, the flag of the last
 * visit paints the likely screen. The children are told whether the person has entered through the login screen, and what their
 * session sees.
 */
export function SessionGate({
  seen,
  seeAnew,
  children,
}: {
  seen: Seen;
  seeAnew: (before: Seen) => Promise<Seen>;
  children: (entered: boolean, seen: Seen) => ReactNode;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useQuery(sessionQuery());
  const [expected] = useState(readAuthenticated);
  const [entered, setEntered] = useState(false);
  const [now, setNow] = useState(seen);
  const [comesFrom] = useState(() => returnAddress(location.href));
  const authenticated = session.data?.authenticated;
  const username = session.data?.username ?? null;

  useEffect(() => {
    if (!expected) loginScreen().catch(() => undefined);
  }, [expected]);
  useEffect(() => {
    if (authenticated !== undefined) keepAuthenticated(authenticated);
  }, [authenticated]);
  useEffect(() => {
    if (authenticated && comesFrom) location.replace(comesFrom);
  }, [authenticated, comesFrom]);
  useEffect(() => onSignedOut(() => forget(client)), [client]);
  useEffect(() => onAuthenticatedElsewhere(() => void client.invalidateQueries({ queryKey: keys.session })), [client]);

  const enter = async (name: string) => {
    const next = await seeAnew(now);
    keepAuthenticated(true);
    setEntered(true);
    setNow(next);
    client.setQueryData(registryQuery(next.registry).queryKey, next.registry);
    client.setQueryData(sessionQuery().queryKey, { authenticated: true, username: name });
  };
  const leave = useCallback(async () => {
    try {
      await signOut();
    } catch (error) {
      // A session that had ended already is as good as ended now, and has been forgotten by the 401.
      if (readAuthenticated()) {
        toast.error(`You are still signed in: ${messageOf(error)}`);
        return;
      }
    }
    forget(client);
    await navigate('/');
  }, [client, navigate]);
  const value = useMemo(() => ({ username, signOut: leave }), [username, leave]);

  if (authenticated && comesFrom) return <StartingScreen away={false} />;
  if (authenticated ?? expected) return <SessionProvider value={value}>{children(entered, now)}</SessionProvider>;
  if (authenticated === undefined) return <StartingScreen away={session.isError} />;
  return (
    <Suspense fallback={<StartingScreen away={false} />}>
      <LoginScreen onSignedIn={enter} />
    </Suspense>
  );
}
