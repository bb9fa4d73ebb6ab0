import type { authOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const session = endpoint<(typeof authOperations)['session']>('GET', '/api/auth/session');
const login = endpoint<(typeof authOperations)['login']>('POST', '/api/auth/login');
const logout = endpoint<(typeof authOperations)['logout']>('POST', '/api/auth/logout');

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
