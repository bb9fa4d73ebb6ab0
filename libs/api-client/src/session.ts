import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import type { Confirmation } from './problem.ts';
import { keys } from './keys.ts';
import { request } from './request.ts';

/** The session according to the server. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: keys.session,
    queryFn: ({ signal }) => request('auth.session', { signal }),
  });

/** The session according to the server, without keeping it. */
export const readSession = () => request('auth.session');

/** Signs in. Rejects with a 401 `ApiError` whose message is shown as is; `isCodeRequired` if the password is right. */
export const signIn = (credentials: { username: string; password: string; code?: string }) =>
  request('auth.login', { body: credentials });

/** Begins to sign in with a provider. Resolves to its page. */
export const beginSignOn = ({ provider, ...body }: { provider: string; to?: string; invitation?: string }) =>
  request('auth.signOn', { params: { provider }, body });

/** Ends the session on the server. Resolves to the page that signs out at a provider too, if the person signed in with one. */
export async function signOut(): Promise<string | undefined> {
  const page: unknown = await request('auth.logout');
  return (page as { url?: string } | null | undefined)?.url;
}

/** Whether the user has confirmed by now. Rejects with a 404 `ApiError` once it is too late. */
export const isConfirmed = async ({ confirmation_id }: Confirmation): Promise<boolean> =>
  (await request('auth.confirmation', { params: { confirmation_id } })).confirmed;

/** Where this account is signed in. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => request('auth.sessions', { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export const endSessionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (session_id: number) => request('auth.endSession', { params: { session_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });

export const endOtherSessionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => request('auth.endOtherSessions'),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
