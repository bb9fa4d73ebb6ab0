import { ROLES, type Role } from '@archive/contracts';
import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const text = (max: number) => z.string('is required').min(1, 'is required').max(max, `has at most ${max} characters`);

/** A server of OpenID Connect that people sign in with, as the configuration has it. */
const providerSchema = z.strictObject({
  id: text(30).regex(/^[a-z][a-z0-9-]*$/, 'has lowercase letters, digits and hyphens, and starts with a letter'),
  name: text(40),
  issuer: text(500).refine(isIssuer, 'must be an address like https://login.example.org'),
  client_id: text(500),
  client_secret: text(1000),
  scope: text(500)
    .regex(/(?:^|\s)openid(?:\s|$)/, 'must include openid')
    .default('openid profile email'),
  groups_claim: text(200).default('groups'),
  /** Groups by the role that they give. `*` is everyone at the provider. */
  roles: z
    .partialRecord(z.enum(ROLES), z.array(text(500)), 'must be groups by role, like {"curator": ["archive-curators"]}')
    .refine((roles) => Object.keys(roles).length > 0, 'must give at least one role'),
  /** For providers that verify addresses without saying so, like Microsoft Entra ID. */
  trust_email: z.boolean('must be true or false').default(false),
});

export type SignOnProvider = z.output<typeof providerSchema>;

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;
const listSchema = z
  .array(providerSchema, 'must be a JSON list of providers')
  .refine((list) => isUnique(list.map(({ id }) => id)), 'has the same id twice')
  .refine((list) => isUnique(list.map(({ issuer }) => issuer)), 'has the same issuer twice');

export const signOnProviders = z.string().transform((value, context) => {
  const problem = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    return problem('must be a JSON list of providers');
  }
  const parsed = listSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [{ path: [index, ...path], message } = { path: [], message: '' }] = parsed.error.issues;
  if (index === undefined) return problem(message);
  return problem(
    `has a problem in provider ${Number(index) + 1}: ${[path.join('.'), message].filter(Boolean).join(' ')}`,
  );
});

/** The role that a claim of groups gives, the last of `ROLES` if there is more than one; undefined for none. Only a list gives groups. */
export function roleOfGroups({ roles }: Pick<SignOnProvider, 'roles'>, claim: unknown): Role | undefined {
  const groups = new Set<unknown>(Array.isArray(claim) ? claim : []);
  return ROLES.findLast((role) => roles[role]?.some((group) => group === '*' || groups.has(group)));
}
