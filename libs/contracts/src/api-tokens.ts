import { z } from 'zod';
import { instantSchema, requiredTextSchema, wholeNumberQuery } from './common.ts';
import { defineOperation } from './operation.ts';
import { publishableNameSchema } from './remotes.ts';

/** What a token allows: `upload` files, `verify` all micro-frontends, or `deploy:people`, which publishes and promotes this one. */
const tokenScopeSchema = z.union([
  z.enum(['upload', 'verify']),
  z
    .templateLiteral(['deploy:', z.string().max(60)])
    .refine(
      (scope) => publishableNameSchema.safeParse(scope.slice('deploy:'.length)).success,
      'Enter the name of a micro-frontend after “deploy:”.',
    ),
]);
export type TokenScope = z.output<typeof tokenScopeSchema>;

const apiTokenSchema = z.object({
  token_id: z.number().int(),
  label: z.string(),
  scopes: z.array(z.string()),
  created_at: instantSchema,
  created_by: z.string(),
  created_with: z.array(z.string()).meta({
    description: 'Versions of micro-frontends that pages could run when it was created, such as `people 1.4.0`.',
  }),
  expires_at: instantSchema.nullable(),
  last_used_at: instantSchema.nullable(),
  revoked_at: instantSchema.nullable(),
});
export type ApiToken = z.output<typeof apiTokenSchema>;

const createSchema = z.object({
  label: requiredTextSchema(100, 'Enter a purpose.'),
  scopes: z
    .array(tokenScopeSchema)
    .min(1, 'Choose at least one permission.')
    .max(50)
    .refine(
      (scopes) => !scopes.includes('verify') || scopes.every((scope) => scope === 'verify'),
      'A verifier must not publish: create a token of its own for it.',
    ),
  expires_in_days: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .default(null)
    .meta({ description: 'Null for a token that does not expire.' }),
});

/** What a token is for, in words: "publishing people". */
const purposes = (scopes: unknown) =>
  [...new Set(Array.isArray(scopes) ? scopes.map(String) : [])].map((scope) =>
    scope === 'upload' ? 'uploading files' : scope === 'verify' ? 'verifying builds' : `publishing ${scope.slice(7)}`,
  );

export const apiTokenOperations = {
  list: defineOperation({
    id: 'tokens.list',
    method: 'GET',
    path: '/api/tokens',
    access: 'reader',
    summary: 'List your API tokens, newest first',
    description:
      'Administrators get those of all accounts. Labels, scopes and dates. The tokens themselves are not stored.',
    response: z.array(apiTokenSchema),
    noStore: true,
  }),
  create: defineOperation({
    id: 'tokens.create',
    method: 'POST',
    path: '/api/tokens',
    access: 'reader',
    summary: 'Create an API token, shown only once',
    description:
      'A program sends it as `Authorization: Bearer`. It allows what its scopes say, and nothing else: `upload` stores files and attaches them to records, `deploy:<name>` publishes and promotes one micro-frontend, `verify` records verdicts on builds. The server stores only its hash. Curators create tokens for uploads, operators those for micro-frontends, and administrators both. It ends with its account.',
    body: createSchema,
    confirmation: ({ label, scopes }) => `Create the API token “${String(label)}” for ${purposes(scopes).join(', ')}`,
    response: apiTokenSchema.extend({ token: z.string() }),
    noStore: true,
    errors: [403, 404],
  }),
  revoke: defineOperation({
    id: 'tokens.revoke',
    method: 'DELETE',
    path: '/api/tokens/{token_id}',
    access: 'reader',
    summary: 'Revoke an API token',
    description: 'Requests with it are rejected from now on. What it uploaded or published stays.',
    params: z.object({ token_id: wholeNumberQuery(1, 2_147_483_647) }),
    status: 204,
    errors: [404],
  }),
};
