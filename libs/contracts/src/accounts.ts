import { z } from 'zod';
import { ROLES } from './access.ts';
import { instantSchema, requiredTextSchema } from './common.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';

export const MIN_PASSWORD = 12;
/** How long an invitation can be used. */
export const INVITATION_DAYS = 7;

const roleSchema = z.enum(ROLES);

/** A colon stands in the names that history records for programs, such as “upload token: Scanning room”, and @ in e-mail addresses. */
const nameSchema = requiredTextSchema(100, 'Enter a name.')
  .transform((name) => name.replaceAll(/\s+/g, ' '))
  // Also not as a compatible character, such as a full-width one, because names are compared without that difference.
  .refine((name) => !/[:@\p{Cc}\p{Cf}]/u.test(name.normalize('NFKC')), 'Leave out colons and @.');

const emailSchema = requiredTextSchema(254, 'Enter an e-mail address.').refine(
  (email) => z.email().safeParse(email).success,
  'Enter a valid e-mail address.',
);

const newPasswordSchema = z
  .string()
  .min(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters.`)
  .max(1000, 'Use at most 1,000 characters.');

export const accountSchema = z.object({
  name: z
    .string()
    .meta({ description: 'What history and the security log record. No two accounts have the same one.' }),
  email: z.string().nullable().meta({ description: 'Null for the account in the configuration.' }),
  role: roleSchema,
  state: z.enum(['invited', 'active', 'deactivated']).meta({
    description: '`invited` until the person has chosen a password with the link.',
  }),
  invitation_expires_at: instantSchema.nullable(),
  created_at: instantSchema.nullable(),
  created_by: z.string().nullable(),
  last_signed_in_at: instantSchema.nullable(),
  provider: z.string().nullable().meta({
    description: 'The provider that the person signs in with instead of a password. It decides about the role.',
  }),
});
export type Account = z.output<typeof accountSchema>;

const invitationSchema = z.object({
  path: z.string().meta({ description: 'Path of the page on which the person chooses a password, once.' }),
  expires_at: instantSchema,
  mailed: z.enum(['sent', 'unreachable', 'unauthorized', 'rejected']).nullable().meta({
    description:
      'Whether the link was also sent by mail: `sent`, or what kept the mail server from taking it: it can’t be reached, rejects the archive’s name and password, or rejects the message. Null if no mail server is configured. The link is valid in any case.',
  }),
});
export type Invitation = z.output<typeof invitationSchema>;
const invitedSchema = z.object({ account: accountSchema, invitation: invitationSchema });

const profileSchema = accountSchema.pick({ name: true, email: true, role: true, provider: true }).extend({
  configured: z
    .boolean()
    .meta({ description: 'Whether the name and password are in the configuration, where alone they can be changed.' }),
});

const params = z.object({ account_email: z.string().max(254) });
const tokenSchema = z.object({
  token: z.string().max(100).meta({ description: 'What follows # in the link.' }),
});

const described = (fields: Record<string, unknown>) =>
  [
    fields['role'] !== undefined && `the role ${String(fields['role'])}`,
    fields['email'] !== undefined && `the e-mail address ${String(fields['email'])}`,
    fields['name'] !== undefined && `the name “${String(fields['name'])}”`,
    fields['active'] === true && 'access again',
  ].filter((part) => part !== false);

/** Accounts of people, and one’s own account. */
export const accountOperations = {
  list: defineOperation({
    id: 'accounts.list',
    method: 'GET',
    path: '/api/accounts',
    access: 'administrator',
    summary: 'List the accounts by name, the configured one first',
    description:
      '`state` is `invited` until the person has set a password, `deactivated` once nobody can sign in with it.',
    response: z.array(accountSchema),
    noStore: true,
  }),
  create: defineOperation({
    id: 'accounts.create',
    method: 'POST',
    path: '/api/accounts',
    access: 'administrator',
    summary: 'Add an account, and get the link for its invitation once',
    description: `Give the link to the person, who chooses a password with it. It works once, for ${INVITATION_DAYS} days.`,
    body: z.strictObject({ name: nameSchema, email: emailSchema, role: roleSchema }),
    confirmation: ({ name, email, role }) =>
      `Add an account for ${String(name)} (${String(email)}) with the role ${String(role)}`,
    response: invitedSchema,
    noStore: true,
    errors: [403, 409],
  }),
  update: defineOperation({
    id: 'accounts.update',
    method: 'PUT',
    path: '/api/accounts/{account_email}',
    access: 'administrator',
    summary: 'Change an account, or deactivate or reactivate it',
    description:
      'Deactivating ends its sessions and revokes its API tokens immediately. A lower role revokes the tokens that it may not have. Your own role and access can’t be changed.',
    params,
    body: z.strictObject({
      name: nameSchema.optional(),
      email: emailSchema.optional(),
      role: roleSchema.optional(),
      active: z.boolean().optional(),
    }),
    confirmation: ({ account_email, ...fields }) => {
      const changes = described(fields);
      return changes.length === 0 ? undefined : `Give the account of ${String(account_email)} ${changes.join(', ')}`;
    },
    response: accountSchema,
    errors: [403, 404, 409],
  }),
  reset: defineOperation({
    id: 'accounts.reset',
    method: 'POST',
    path: '/api/accounts/{account_email}/reset',
    access: 'administrator',
    summary: 'Reset the password of an account, and get a link for a new one once',
    description:
      'Ends its sessions, passkeys and second factor. The earlier password, and an earlier link, no longer work.',
    params,
    confirmation: ({ account_email }) => `Reset the password of ${String(account_email)}`,
    response: invitedSchema,
    noStore: true,
    errors: [403, 404, 409],
  }),
  invitation: defineOperation({
    id: 'accounts.invitation',
    method: 'POST',
    path: '/api/auth/invitation',
    access: 'public',
    summary: 'Find out whom an invitation is for',
    description: 'Returns 404 for a link that has expired or was used.',
    bodyBytes: BODY_BYTES.credentials,
    body: tokenSchema,
    response: z.object({ name: z.string(), email: z.string() }),
    noStore: true,
    errors: [404],
  }),
  accept: defineOperation({
    id: 'accounts.accept',
    method: 'POST',
    path: '/api/auth/invitation/accept',
    access: 'public',
    summary: 'Choose a password with an invitation, and sign in',
    description: 'Sets the session cookie, and ends an earlier session of this browser.',
    bodyBytes: BODY_BYTES.credentials,
    body: tokenSchema.extend({ password: newPasswordSchema }),
    response: z.object({ username: z.string() }),
    errors: [404, 409, 429],
  }),
  profile: defineOperation({
    id: 'accounts.profile',
    method: 'GET',
    path: '/api/account',
    access: 'reader',
    summary: 'Get your own account',
    description:
      '`configured` is true for the account of the configuration, which cannot be changed here. `provider` names what it signs in with instead of a password.',
    response: profileSchema,
    noStore: true,
  }),
  updateProfile: defineOperation({
    id: 'accounts.updateProfile',
    method: 'PUT',
    path: '/api/account',
    access: 'reader',
    summary: 'Change your name',
    description: 'Earlier entries of history keep the earlier name, and nobody else can take it.',
    body: z.strictObject({ name: nameSchema }),
    response: profileSchema,
    errors: [409],
  }),
  changePassword: defineOperation({
    id: 'accounts.changePassword',
    method: 'POST',
    path: '/api/account/password',
    access: 'reader',
    summary: 'Change your password',
    description: 'Ends your other sessions. Wrong passwords count as failed sign-ins.',
    bodyBytes: BODY_BYTES.credentials,
    body: z.strictObject({
      current_password: z.string().min(1, 'Enter your current password.').max(1000),
      new_password: newPasswordSchema,
    }),
    status: 204,
    errors: [409],
  }),
};
