import {
  type Confirmation,
  keys,
  messageOf,
  onConfirmationRequired,
  onSignedOut,
  registryQuery,
  sessionQuery,
  signOut,
} from '@archive/api-client';
import type { Role, Session, SignedIn } from '@archive/contracts';
import { ROLES } from '@archive/contracts/access';
import { type QueryClient, useQuery, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { SessionProvider, useHasOpenForm } from '@archive/shell-api';
import { lazyComponent, toast } from '@archive/ui';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { PageRegistry } from '../federation/page-registry.ts';
import { LoadingScreen } from '../screens/screens.tsx';
import { returnUrl } from './return-url.ts';

const loginScreen = () => import('./login-form.tsx');
const LoginScreen = lazyComponent(loginScreen, 'LoginScreen', <LoadingScreen unavailable={false} />);
const SignInDialog = lazyComponent(() => import('./login-form.tsx'), 'SignInDialog');

const SIGNED_OUT = { authenticated: false, username: null, role: null };

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
  const [user, setUser] = useState<Session | null>(null);
  const [lastRole] = useState(readRole);
  const { authenticated } = session.data ?? {};
  const shown = authenticated ? session.data : user;
  const username = shown?.username ?? null;
  // A server from before there were roles sends none, and lets everyone do everything.
  const role = shown ? (shown.role ?? 'administrator') : lastRole;
  if (session.data?.authenticated && session.data !== user) setUser(session.data);
  const isExpired = authenticated === false && user !== null && hasOpenForm;
  if (authenticated === false && user !== null && !hasOpenForm) setUser(null);

  useEffect(() => {
    if (!expected) loginScreen().catch(() => undefined);
  }, [expected]);
  useEffect(() => {
    if (authenticated !== undefined) storeAuthenticated(authenticated);
    if (authenticated && role !== null) storeRole(role);
  }, [authenticated, role]);
  useEffect(() => {
    if (authenticated === false && !isExpired) clearRecords(client);
  }, [client, authenticated, isExpired]);
  useEffect(() => {
    if (authenticated && returnTo) location.replace(returnTo);
  }, [authenticated, returnTo]);
  useEffect(() => onSignedOut(() => void endSession(client)), [client]);
  useEffect(() => onAuthenticatedInOtherTab(() => void client.invalidateQueries({ queryKey: keys.session })), [client]);

  const startSession = (signedIn: SignedIn) => {
    storeAuthenticated(true);
    client.setQueryData(sessionQuery().queryKey, { authenticated: true, ...signedIn });
  };
  const enter = async (signedIn: SignedIn) => {
    const next = await refreshRegistry(current);
    setJustSignedIn(true);
    setCurrent(next);
    client.setQueryData(registryQuery(next.registry).queryKey, next.registry);
    startSession(signedIn);
  };
  const resume = (signedIn: SignedIn) => {
    startSession(signedIn);
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  const leave = useCallback(async () => {
    let page: string | undefined;
    try {
      page = await signOut();
    } catch (error) {
      // A 401 means that the session has already ended and the flag is already cleared.
      if (readAuthenticated()) {
        toast.error(`Couldn’t sign out. ${messageOf(error)}`);
        return;
      }
    }
    setUser(null);
    endSession(client);
    if (page === undefined) await navigate('/');
    else location.assign(page);
  }, [client, navigate]);
  const value = useMemo(() => ({ username, role, signOut: leave }), [username, role, leave]);

  if (authenticated && returnTo) return <LoadingScreen unavailable={false} />;
  if (isExpired || (authenticated ?? expected))
    return (
      <SessionProvider value={value}>
        {children(justSignedIn, current)}
        <ConfirmationHost />
        {isExpired && <SignInDialog username={username ?? ''} onSignedIn={resume} />}
      </SessionProvider>
    );
  if (authenticated === undefined) return <LoadingScreen unavailable={session.isError} />;
  return <LoginScreen onSignedIn={enter} />;
}

/**
 * The stored authentication flag (SPEC section 3). It lets a reload render the likely screen immediately; access depends on the
 * session cookie alone.
 */
const KEY = 'authenticated';
/** The role of the last visit, so that a reload shows the controls that it has, and no others, immediately. */
const ROLE_KEY = 'role';

function readRole(): Role | null {
  try {
    const role = localStorage.getItem(ROLE_KEY);
    return ROLES.find((known) => known === role) ?? null;
  } catch {
    return null;
  }
}

function storeRole(role: Role): void {
  try {
    localStorage.setItem(ROLE_KEY, role);
  } catch {
    // Storage is unavailable: a reload shows the controls when the session is known.
  }
}

function readAuthenticated(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

function storeAuthenticated(authenticated: boolean): void {
  if (readAuthenticated() === authenticated) return;
  try {
    if (authenticated) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: a reload briefly shows the spinner.
  }
}

/** Calls `changed` when another tab signs in or out. Returns the unsubscribe function. */
function onAuthenticatedInOtherTab(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) onChange();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

const ConfirmationDialog = lazyComponent(() => import('./confirmation-dialog.tsx'), 'ConfirmationDialog');

interface Pending {
  confirmation: Confirmation;
  settle(error?: Error): void;
}

/** Shows the dialog for each request that needs a confirmation, one after another. */
function ConfirmationHost() {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  useEffect(
    () =>
      onConfirmationRequired((confirmation) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const settle = (error?: Error) => (error ? reject(error) : resolve());
        setPending((others) => [...others, { confirmation, settle }]);
        return promise;
      }),
    [],
  );
  const [current] = pending;
  const onEnd = useCallback(
    (error?: Error) => {
      current?.settle(error);
      setPending((all) => all.filter((item) => item !== current));
    },
    [current],
  );
  if (!current) return null;
  return (
    <ConfirmationDialog key={current.confirmation.confirmation_id} confirmation={current.confirmation} onEnd={onEnd} />
  );
}
