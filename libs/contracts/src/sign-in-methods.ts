import { z } from 'zod';
import { signedInSchema } from './auth.ts';
import { instantSchema, requiredTextSchema } from './common.ts';
import { defineOperation } from './operation.ts';

export const passkeySchema = z.object({
  passkey_id: z.number().int(),
  name: z.string(),
  created_at: instantSchema,
  last_used_at: instantSchema.nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

const MAX_VALUE = 10_000;
const nameSchema = requiredTextSchema(60, 'Enter a name.');
const passkeyParams = z.object({ passkey_id: z.coerce.number().int().positive().max(2_147_483_647) });
const optionsSchema = z.record(z.string(), z.unknown());

/** What a browser returns for a passkey (`toJSON()`). The server checks what is in it. */
const credentialSchema = z.strictObject({
  id: z.string().min(1).max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(20).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
  response: z.record(
    z.string(),
    z.union([z.string().max(MAX_VALUE), z.number(), z.null(), z.array(z.string().max(20)).max(10)]),
  ),
});

/** Passkeys (WebAuthn) of one’s own account, and signing in with one. */
export const passkeyOperations = {
  list: defineOperation({
    id: 'passkeys.list',
    method: 'GET',
    path: '/api/account/passkeys',
    access: 'reader',
    summary: 'List your passkeys, the oldest first',
    description: 'Each with its name and when it was last used. Empty for the account of the configuration.',
    response: z.array(passkeySchema),
    noStore: true,
  }),
  options: defineOperation({
    id: 'passkeys.options',
    method: 'POST',
    path: '/api/account/passkeys/options',
    access: 'reader',
    summary: 'Get what a browser needs to create a passkey',
    description:
      'PublicKeyCredentialCreationOptionsJSON of WebAuthn. Holds for ten minutes, once, for this session. Returns 409 where browsers offer no passkeys: without TLS, or at an IP address.',
    response: optionsSchema,
    noStore: true,
    errors: [409],
  }),
  add: defineOperation({
    id: 'passkeys.add',
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'reader',
    summary: 'Add a passkey that the browser has created',
    description:
      '`credential` is what `navigator.credentials.create()` returned for the options, as JSON. 409 if it was added before or its options have expired.',
    body: z.strictObject({ name: nameSchema, credential: credentialSchema }),
    confirmation: ({ name }) => `Sign in to your account with a new passkey, “${String(name)}”`,
    response: passkeySchema,
    errors: [403, 409],
  }),
  rename: defineOperation({
    id: 'passkeys.rename',
    method: 'PUT',
    path: '/api/account/passkeys/{passkey_id}',
    access: 'reader',
    summary: 'Rename one of your passkeys',
    description: 'The name is shown to you only. 404 for a passkey of another account.',
    params: passkeyParams,
    body: z.strictObject({ name: nameSchema }),
    response: passkeySchema,
    errors: [404, 409],
  }),
  remove: defineOperation({
    id: 'passkeys.remove',
    method: 'DELETE',
    path: '/api/account/passkeys/{passkey_id}',
    access: 'reader',
    summary: 'Remove one of your passkeys',
    description: 'It can no longer sign in. Sessions that it started go on. 404 for a passkey of another account.',
    params: passkeyParams,
    status: 204,
    errors: [404, 409],
  }),
  signInOptions: defineOperation({
    id: 'passkeys.signInOptions',
    method: 'POST',
    path: '/api/auth/passkey/options',
    access: 'public',
    summary: 'Get what a browser needs to sign in with a passkey',
    description:
      'PublicKeyCredentialRequestOptionsJSON of WebAuthn; null if nobody can sign in with a passkey. Holds for ten minutes, once, for this browser.',
    response: z.object({ options: optionsSchema.nullable() }),
    noStore: true,
  }),
  signIn: defineOperation({
    id: 'passkeys.signIn',
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'public',
    summary: 'Sign in with a passkey',
    description: 'Sets the session cookie. Needs no code: the device has verified the person.',
    body: z.strictObject({ credential: credentialSchema }),
    response: signedInSchema,
    errors: [401, 429],
  }),
};

/** The second factor of one’s own account: codes from an app (TOTP), and recovery codes. */
export const secondFactorOperations = {
  get: defineOperation({
    id: 'secondFactor.get',
    method: 'GET',
    path: '/api/account/second-factor',
    access: 'reader',
    summary: 'Find out whether signing in needs a code',
    description: '`active_since` is null without a second factor. `recovery_codes_left` counts down from ten.',
    response: z.object({
      active_since: instantSchema.nullable(),
      recovery_codes_left: z.number().int(),
    }),
    noStore: true,
  }),
  start: defineOperation({
    id: 'secondFactor.start',
    method: 'POST',
    path: '/api/account/second-factor/start',
    access: 'reader',
    summary: 'Get the key for an authenticator app, once',
    description: 'Nothing changes until it is activated with a code. A newer key replaces it.',
    confirmation: () => 'Ask for a code from an app whenever you sign in with your password',
    response: z.object({
      secret: z.string().meta({ description: 'Base32.' }),
      uri: z.string().meta({ description: 'For a QR code: otpauth://totp/…' }),
    }),
    noStore: true,
    errors: [403, 409],
  }),
  activate: defineOperation({
    id: 'secondFactor.activate',
    method: 'POST',
    path: '/api/account/second-factor/activate',
    access: 'reader',
    summary: 'Activate the second factor with a code, and get the recovery codes once',
    description:
      'Use a code for the key of the latest start. 422 for a wrong code; 409 if there is no key, it was replaced, or the second factor is already on.',
    body: z.strictObject({ code: requiredTextSchema(20, 'Enter the code.') }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    noStore: true,
    errors: [409],
  }),
  end: defineOperation({
    id: 'secondFactor.end',
    method: 'DELETE',
    path: '/api/account/second-factor',
    access: 'reader',
    summary: 'Sign in without a code again',
    description: 'Deletes the key and the recovery codes.',
    confirmation: () => 'Sign in with your password alone, without a code from an app',
    status: 204,
    errors: [403, 409],
  }),
};
