import { z } from 'zod';
import { defineCall } from './call.ts';

export const loginSchema = z.object({
  username: z.string().min(1, 'Enter username').max(200),
  password: z.string().min(1, 'Enter password').max(1000),
});

export const sessionSchema = z.object({ authenticated: z.boolean(), username: z.string().nullable() });
export type Session = z.output<typeof sessionSchema>;

export const authCalls = {
  login: defineCall({
    id: 'auth.login',
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    body: loginSchema,
    answer: z.object({ username: z.string() }),
    open: true,
    refusals: [401, 429],
  }),
  session: defineCall({
    id: 'auth.session',
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Who is signed in',
    answer: sessionSchema,
    fleeting: true,
    open: true,
  }),
  logout: defineCall({
    id: 'auth.logout',
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out, on the server',
    status: 204,
  }),
};
