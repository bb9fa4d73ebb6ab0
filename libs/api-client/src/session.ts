import type { authCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const session = endpoint<(typeof authCalls)['session']>('GET', '/api/auth/session');
const login = endpoint<(typeof authCalls)['login']>('POST', '/api/auth/login');
const logout = endpoint<(typeof authCalls)['logout']>('POST', '/api/auth/logout');

/** Who is signed in, by the cookie: the truth of it. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: keys.session,
    queryFn: ({ signal }) => request(session, { signal }),
  });

/** Signs in; a 401 carries the sentence to show. */
export const signIn = (credentials: { username: string; password: string }) => request(login, { body: credentials });

/** Ends the session on the server. */
export const signOut = () => request(logout, {});
