import { z } from 'zod';
import { BODY_BYTES, defineOperation } from './operation.ts';

export const loginSchema = z.object({
  username: z.string().min(1, 'Enter username').max(200),
  password: z.string().min(1, 'Enter password').max(1000),
});

export const sessionSchema = z.object({ authenticated: z.boolean(), username: z.string().nullable() });
export type Session = z.output<typeof sessionSchema>;

export const authOperations = {
  login: defineOperation({
    id: 'auth.login',
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    bodyBytes: BODY_BYTES.credentials,
    body: loginSchema,
    response: z.object({ username: z.string() }),
    public: true,
    errors: [401, 429],
  }),
  session: defineOperation({
    id: 'auth.session',
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Get the current session',
    response: sessionSchema,
    noStore: true,
    public: true,
  }),
  logout: defineOperation({
    id: 'auth.logout',
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out',
    status: 204,
  }),
};
