import type { authOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import type { Confirmation } from './confirmation.ts';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const session = endpoint<(typeof authOperations)['session']>('GET', '/api/auth/session');
const login = endpoint<(typeof authOperations)['login']>('POST', '/api/auth/login');
const logout = endpoint<(typeof authOperations)['logout']>('POST', '/api/auth/logout');
const confirmation = endpoint<(typeof authOperations)['confirmation']>(
  'GET',
  '/api/auth/confirmations/{confirmation_id}',
);
const sessions = endpoint<(typeof authOperations)['sessions']>('GET', '/api/auth/sessions');
const endSession = endpoint<(typeof authOperations)['endSession']>('DELETE', '/api/auth/sessions/{session_id}');
const endOthers = endpoint<(typeof authOperations)['endOtherSessions']>('POST', '/api/auth/sessions/end-others');

/** The session according to the server. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: keys.session,
    queryFn: ({ signal }) => request(session, { signal }),
  });

/** Signs in. Rejects with a 401 `ApiError` whose message is shown as is. */
export const signIn = (credentials: { username: string; password: string }) => request(login, { body: credentials });

/** Ends the session on the server. */
export const signOut = () => request(logout, {});

/** Whether the user has confirmed by now. Rejects with a 404 `ApiError` once it is too late. */
export const isConfirmed = async ({ confirmation_id }: Confirmation): Promise<boolean> =>
  (await request(confirmation, { params: { confirmation_id } })).confirmed;

/** Where this account is signed in. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => request(sessions, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export const endSessionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (session_id: number) => request(endSession, { params: { session_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });

export const endOtherSessionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => request(endOthers, {}),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
