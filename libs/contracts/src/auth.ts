import { z } from 'zod';
import { ROLES } from './access.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';

export const loginSchema = z.object({
  username: z
    .string()
    .min(1, 'Enter username')
    .max(200)
    .meta({ description: 'The name or the e-mail address of an account, or CURATOR_USERNAME.' }),
  password: z.string().min(1, 'Enter password').max(1000),
  code: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'For accounts with a second factor: a code from the app, or a recovery code.' }),
});

/** Why someone ended a session: its account got another role, was deactivated or reset, or another device signed it out. */
export const SESSION_END_REASONS = ['role', 'deactivated', 'reset', 'elsewhere'] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

export const sessionSchema = z.object({
  authenticated: z.boolean(),
  username: z.string().nullable().meta({ description: 'The name of the account, which history records.' }),
  role: z.enum(ROLES).nullable(),
  end_reason: z
    .enum(SESSION_END_REASONS)
    .optional()
    .meta({ description: 'Why someone ended the session of this browser, for a day.' }),
});
export type Session = z.output<typeof sessionSchema>;

/** The account that has just signed in. */
export const signedInSchema = z.object({ username: z.string(), role: z.enum(ROLES) });
export type SignedIn = z.output<typeof signedInSchema>;

const instantSchema = z.string().meta({ description: 'Timestamp in UTC, ISO 8601.' });

export const signedInSessionSchema = z.object({
  session_id: z.number().int(),
  device: z.string().meta({ description: 'Browser and operating system: Firefox on Windows.' }),
  address: z.string().nullable().meta({ description: 'IP address of its last use.' }),
  created_at: instantSchema,
  last_used_at: instantSchema.meta({ description: 'Accurate to five minutes. ISO 8601, UTC.' }),
  expires_at: instantSchema.meta({ description: 'When it ends if it is not used again. ISO 8601, UTC.' }),
  current: z.boolean().meta({ description: 'The session of this request.' }),
});
export type SignedInSession = z.output<typeof signedInSessionSchema>;

const signOutPageSchema = z.object({ url: z.string() });

/** Why signing in with a provider failed, as the sign-in page learns it. */
export const SIGN_ON_FAILURES = [
  'unavailable',
  'canceled',
  'expired',
  'clock',
  'no-role',
  'unverified',
  'email-taken',
  'deactivated',
  'invitation',
  'busy',
  'failed',
] as const;
export type SignOnFailure = (typeof SIGN_ON_FAILURES)[number];

const confirmationParams = z.object({ confirmation_id: z.string().regex(/^[\w-]{43}$/) });

export const authOperations = {
  login: defineOperation({
    id: 'auth.login',
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in',
    description:
      'Sets the session cookie, which every other operation needs. Too many failures from one address, or for one account, get 429 with `Retry-After`. For accounts with a second factor, the right password gets 401 with the type `urn:problem:code-required`: send it again with a `code`.',
    bodyBytes: BODY_BYTES.credentials,
    body: loginSchema,
    response: signedInSchema,
    errors: [401, 403, 429],
  }),
  session: defineOperation({
    id: 'auth.session',
    method: 'GET',
    path: '/api/auth/session',
    access: 'public',
    summary: 'Get the current session',
    description:
      'Never returns 401: without a session `authenticated` is false. Use it to find out whether to show the login.',
    response: sessionSchema,
    noStore: true,
  }),
  logout: defineOperation({
    id: 'auth.logout',
    method: 'POST',
    path: '/api/auth/logout',
    access: 'reader',
    summary: 'Sign out',
    description: 'Ends the session on the server and clears its cookie. Other sessions of the same person stay.',
    status: 204,
    otherResponses: [
      {
        when: 'The person signed in with a provider that has a page to sign out: open it.',
        status: 200,
        schema: signOutPageSchema,
        example: { url: 'https://login.example.org/session/end?client_id=archive' },
      },
    ],
  }),
  signOn: defineOperation({
    id: 'auth.signOn',
    method: 'POST',
    path: '/api/auth/sign-on/{provider}',
    access: 'public',
    summary: 'Begin to sign in with a provider',
    description:
      'Sets a cookie for ten minutes and returns the page of the provider (OpenID Connect), which leads back to `/sign-on/{provider}`. Signing in begins a session there, and leads to `to`, or to the sign-in page with the reason in `sign_on`.',
    bodyBytes: BODY_BYTES.credentials,
    params: z.object({ provider: z.string().max(30) }),
    body: z.strictObject({
      to: z.string().max(1000).optional().meta({ description: 'Path of the archive to open afterwards.' }),
      invitation: z.string().max(100).optional().meta({ description: 'What follows # in the link of an invitation.' }),
    }),
    response: z.object({ url: z.string() }),
    noStore: true,
    errors: [404],
  }),
  confirmation: defineOperation({
    id: 'auth.confirmation',
    method: 'GET',
    path: '/api/auth/confirmations/{confirmation_id}',
    access: 'reader',
    summary: 'Find out whether a request has been confirmed with the password',
    description:
      'After 403 with `confirmation`: people enter their password at its `url`, then the request is repeated with the header `Confirmation: <confirmation_id>` within two minutes. It holds once, for the same session and request.',
    params: confirmationParams,
    response: z.object({ confirmed: z.boolean() }),
    noStore: true,
    errors: [404],
  }),
  confirm: defineOperation({
    id: 'auth.confirm',
    method: 'POST',
    path: '/api/auth/confirmations/{confirmation_id}',
    access: 'reader',
    summary: 'Confirm a request with the password, for programs',
    description: 'Wrong passwords count as failed sign-ins.',
    bodyBytes: BODY_BYTES.credentials,
    params: confirmationParams,
    body: loginSchema.pick({ password: true }),
    status: 204,
    errors: [401, 404],
  }),
  sessions: defineOperation({
    id: 'auth.sessions',
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'reader',
    summary: 'List your sessions, the current one first',
    description:
      'Each has the device, the address and the time of its last use, so that an unknown device can be recognized.',
    response: z.array(signedInSessionSchema),
    noStore: true,
  }),
  endSession: defineOperation({
    id: 'auth.endSession',
    method: 'DELETE',
    path: '/api/auth/sessions/{session_id}',
    access: 'reader',
    summary: 'Sign out one of your sessions',
    description: 'The device has to sign in again with its next request. Returns 404 if the session has already ended.',
    params: z.object({ session_id: z.coerce.number().int().positive() }),
    status: 204,
    errors: [404],
  }),
  endOtherSessions: defineOperation({
    id: 'auth.endOtherSessions',
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    access: 'reader',
    summary: 'Sign out all your other sessions',
    description: 'The session of this request stays. Use it after signing in on a shared computer.',
    response: z.object({ ended: z.number().int().meta({ description: 'Number of sessions that were signed out.' }) }),
  }),
};
