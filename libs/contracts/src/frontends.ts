import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { textSchema } from './common.ts';
import { placementSchema, publishableNameSchema, registrationSchema, remoteDescriptionSchema } from './remotes.ts';

const publishedSchema = publishableNameSchema;
const revisionSchema = z.number().int();
const instantSchema = z.string().meta({ description: 'Timestamp in UTC, ISO 8601.' });

/** A version like `1.4.0` or `1.4.1-rc.2`. */
export const frontendVersionSchema = z
  .string()
  .max(60)
  .regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/, 'Use a version like 1.4.0 or 1.4.1-rc.2.');

/** Files and requests of a micro-frontend that a page loads first. */
const entrySchema = z.object({
  path: z.string().max(500).meta({ description: 'Script with its container.' }),
  integrity: z.string().max(100).meta({ description: 'Hash of the script, for the integrity attribute.' }),
  variable: z.string().max(100).meta({ description: 'The global variable that the script assigns.' }),
  pages: z.array(z.string().max(500)).meta({ description: 'Scripts and styles of its pages.' }),
});
export type RegistryEntry = z.output<typeof entrySchema>;

/** A live micro-frontend in the registry. */
export const registryAppSchema = z.object({
  version: z.string().max(60),
  manifest: z.string().max(500),
  path: z.string().max(200),
  contract: z.number().int(),
  optional: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Version ranges of other micro-frontends whose components it uses.' }),
  canary: z.literal(true).optional().meta({ description: 'This session gets a canary version.' }),
  entry: entrySchema.optional().meta({ description: 'Without it, the manifest says what to load.' }),
  ...placementSchema.shape,
});
export type RegistryApp = z.output<typeof registryAppSchema>;

export const registrySchema = z.object({
  schema: z.literal(1),
  revision: revisionSchema,
  shell: z.object({ version: z.string().max(60), canary: z.literal(true).optional() }).optional(),
  apps: z.record(z.string(), registryAppSchema),
});
export type Registry = z.output<typeof registrySchema>;

const frontendStates = ['live', 'canary', 'candidate', 'earlier', 'removed'] as const;

/** A published version, as shown to users who are asked to preview it. */
export const versionDetailsSchema = registryAppSchema.extend({
  state: z.enum(frontendStates),
  published_at: instantSchema,
  published_by: z.string(),
  digest: z.string().nullable().meta({ description: 'Identifies the build; null for a build on the server.' }),
  check_passed: z.boolean().nullable().meta({ description: 'Result of the browser check; null before it ran.' }),
  previewed: z.boolean().meta({ description: 'Whether this session previews the version.' }),
});
export type VersionDetails = z.output<typeof versionDetailsSchema>;

/** Settings shown on the page. */
export const archiveSettingsSchema = z.object({
  title: z.string(),
  subtitle: z.string(),
  migration_document_url: z.string().nullable(),
  sign_on: z
    .object({
      providers: z.array(z.object({ id: z.string(), name: z.string() })),
      local_accounts: z.boolean().meta({ description: 'Whether invited people may choose a password.' }),
    })
    .optional()
    .meta({ description: 'Absent without providers to sign in with.' }),
});
export type ArchiveSettings = z.output<typeof archiveSettingsSchema>;

/** Data that a page starts with: the registry and the settings. */
export const bootSchema = z.object({ registry: registrySchema, archive: archiveSettingsSchema });
export type Boot = z.output<typeof bootSchema>;

/** Maximum number of modules reported for one page, above what a page can really have. */
const MAX_PARTS = 20;

export const frontendViewSchema = z.object({
  name: textSchema(60),
  version: textSchema(60),
  page: z
    .record(z.string().max(60), z.string().max(60))
    .refine((page) => Object.keys(page).length <= MAX_PARTS, `A page has at most ${MAX_PARTS} parts.`)
    .optional()
    .meta({ description: 'Versions of everything that runs on the page, by name.' }),
});
const phaseSchema = z.enum(['load', 'render', 'event', 'promise']);

export const frontendFailureSchema = frontendViewSchema.extend({
  message: textSchema(2000),
  phase: phaseSchema
    .optional()
    .meta({ description: 'When it failed: while loading or rendering, in an event handler, or in a promise.' }),
});

/** Result of a verifier, which opened a version in a browser within the live page. */
const verdictSchema = z.object({
  passed: z.boolean(),
  problems: z.array(textSchema(500)).max(50),
  revision: revisionSchema.meta({ description: 'Registry revision that the build was checked with.' }),
});

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Use a SHA-256 in hexadecimal.');

const versionStatusSchema = z.object({
  version: z.string(),
  state: z.enum(frontendStates),
  contract: z.number().int(),
  published_at: instantSchema,
  published_by: z.string(),
  stored: z.boolean().meta({ description: 'Published to storage; false for a build on the server.' }),
  digest: z.string().nullable().meta({ description: 'Identifies the build; null for a build on the server.' }),
  commit: z.string().nullable().meta({ description: 'Commit that it was built from.' }),
  pipeline_url: z.string().nullable().meta({ description: 'Pipeline run that built it.' }),
  signed_by: z.string().nullable().meta({ description: 'Fingerprint of the key that has signed it.' }),
  verdict: verdictSchema
    .extend({ at: instantSchema, by: z.string() })
    .nullable()
    .meta({ description: 'The latest verdict of a verifier.' }),
  objection: z
    .string()
    .nullable()
    .meta({ description: 'Why it cannot be promoted now: no verdict, a failed one, or one that no longer applies.' }),
  sessions: z.number().int().meta({ description: 'Sessions that reported on it in the last 30 days.' }),
  failed_sessions: z.number().int(),
  failures: z.number().int(),
  last_failure: z.string().nullable(),
  last_phase: phaseSchema.nullable(),
});

const liveSchema = z.object({ version: z.string(), since: instantSchema, by: z.string() });

export const frontendStatusSchema = z.object({
  name: publishedSchema,
  registration: registrationSchema.omit({ name: true }).nullable().meta({ description: 'Null for the shell.' }),
  live: liveSchema.nullable(),
  canary: liveSchema.extend({ share: z.number().int() }).nullable(),
  rollback_to: z.string().nullable().meta({ description: 'Version that a rollback restores; null if there is none.' }),
  versions: z.array(versionStatusSchema),
});
export type FrontendStatus = z.output<typeof frontendStatusSchema>;

const signingKeySchema = z.object({
  name: publishedSchema.nullable().meta({ description: 'Whose builds it signs; null for all.' }),
  fingerprint: z.string().meta({ description: 'First 16 hexadecimal digits of the SHA-256 of the public key.' }),
});

export const frontendsStatusSchema = z.object({
  revision: revisionSchema,
  keys: z
    .array(signingKeySchema)
    .meta({ description: 'Keys of publishers. If there are any, published builds must be signed with one.' }),
  apps: z.array(frontendStatusSchema),
});
export type FrontendsStatus = z.output<typeof frontendsStatusSchema>;

/** Actions that change which versions are live. */
export const revisionActions = ['start', 'promote', 'canary', 'rollback', 'remove'] as const;

/** Other kinds of events in the history. */
export const releaseEventActions = [
  'register',
  'change',
  'retire',
  'publish',
  'verify',
  'token-create',
  'token-revoke',
  'files-delete',
] as const;

export const frontendHistorySchema = z.array(
  z.object({
    revision: revisionSchema.nullable().meta({ description: 'Null for events that did not change the live versions.' }),
    at: instantSchema,
    by: z.string(),
    action: z.enum([...revisionActions, ...releaseEventActions]),
    name: publishedSchema.nullable(),
    version: z.string().nullable(),
    note: z.string().nullable(),
  }),
);
export type FrontendHistory = z.output<typeof frontendHistorySchema>;

const fileSchema = z.object({
  path: z
    .string()
    .max(200)
    .regex(/^[\w@~+-][\w.@~+-]*(?:\/[\w@~+-][\w.@~+-]*)*$/, 'Use a path of plain names between slashes.'),
  content: z.base64().meta({ description: 'Content in base64.' }),
});

const confirmSchema = z.boolean().optional().meta({
  description: 'Accepts what is otherwise rejected with 409 and an error at `confirm`, such as a build that grew.',
});

/** A build with its `.br` and `.gz` files. */
export const frontendBuildSchema = z.object({
  version: frontendVersionSchema,
  files: z.array(fileSchema).min(1).max(2000),
  source: z
    .object({
      commit: z
        .string()
        .regex(/^[0-9a-f]{7,64}$/, 'Use a commit hash.')
        .optional(),
      pipeline_url: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
    })
    .optional()
    .meta({ description: 'Where the build comes from.' }),
  signature: z
    .base64()
    .length(88)
    .optional()
    .meta({ description: 'Ed25519 signature of the publisher, which is needed where FRONTEND_KEYS is set.' }),
  confirm: confirmSchema,
});

const namedSchema = z.object({ name: publishedSchema });
const versionedSchema = namedSchema.extend({ version: frontendVersionSchema });
const publishedVersionSchema = z.object({ name: publishedSchema, version: z.string(), digest: z.string() });

const expectedRevision = revisionSchema
  .optional()
  .meta({ description: 'Expected registry revision: returns 409 when another one is live.' });

export const frontendOperations = {
  registry: defineOperation({
    id: 'frontends.registry',
    method: 'GET',
    path: '/mfe/registry.json',
    access: 'public',
    summary: 'Get the live micro-frontends of this session',
    description:
      'Returns the version and the URL of each micro-frontend for this session, canaries included. The shell reads it before anything else.',
    response: registrySchema,
  }),
  failure: defineOperation({
    id: 'frontends.failure',
    method: 'POST',
    path: '/api/frontends/failures',
    access: 'reader',
    summary: 'Report a failed micro-frontend',
    description:
      'The shell sends it when a micro-frontend could not be loaded or shown. Operators see it in the status of the version.',
    body: frontendFailureSchema,
    status: 204,
    errors: [429],
  }),
  shown: defineOperation({
    id: 'frontends.shown',
    method: 'POST',
    path: '/api/frontends/shown',
    access: 'reader',
    summary: 'Report a part of the page that rendered',
    description:
      'The shell sends it for itself and each micro-frontend that renders, so that failures can be compared with how often a version was used.',
    body: frontendViewSchema,
    status: 204,
    errors: [429],
  }),
  events: defineOperation({
    id: 'frontends.events',
    method: 'GET',
    path: '/api/frontends/events',
    access: 'reader',
    summary: 'Stream server-sent events named “revision” with the number of each new registry revision',
    description: 'Open pages follow it to learn within seconds that a version was released or withdrawn.',
  }),
  status: defineOperation({
    id: 'frontends.status',
    method: 'GET',
    path: '/api/frontends',
    access: 'operator',
    summary: 'Get live versions, all versions and their browser reports',
    description:
      'For each micro-frontend: what is live, what a canary gets, and how many browsers reported failures of each version.',
    response: frontendsStatusSchema,
    noStore: true,
    machineAuth: 'deploy',
  }),
  history: defineOperation({
    id: 'frontends.history',
    method: 'GET',
    path: '/api/frontends/history',
    access: 'operator',
    summary: 'List the last 100 events of releases, newest first',
    description:
      'Who registered, published, checked or made live which version, and when, with the events of tokens for them. Entries are never changed.',
    response: frontendHistorySchema,
    noStore: true,
    machineAuth: 'deploy',
  }),
  version: defineOperation({
    id: 'frontends.version',
    method: 'GET',
    path: '/api/frontends/{name}/versions/{version}',
    access: 'reader',
    summary: 'Get a published version, for a preview',
    description: 'Includes the URLs of its files. The shell loads them when a session previews the version.',
    params: versionedSchema,
    response: versionDetailsSchema,
    noStore: true,
    machineAuth: 'deploy',
    errors: [404],
  }),
  startPreview: defineOperation({
    id: 'frontends.startPreview',
    method: 'PUT',
    path: '/api/frontends/{name}/preview',
    access: 'reader',
    summary: 'Let this session load a version that is not released',
    description: 'Its code runs with the permissions of the session. The preview ends with the session.',
    params: namedSchema,
    body: z.object({ version: frontendVersionSchema }),
    status: 204,
    errors: [404],
  }),
  endPreview: defineOperation({
    id: 'frontends.endPreview',
    method: 'DELETE',
    path: '/api/frontends/{name}/preview',
    access: 'reader',
    summary: 'End the preview of this session',
    description: 'The session gets the live version again with the next page. Has no effect on other sessions.',
    params: namedSchema,
    status: 204,
  }),
  register: defineOperation({
    id: 'frontends.register',
    method: 'PUT',
    path: '/api/frontends/{name}',
    access: 'operator',
    summary: 'Register a micro-frontend, or change its description',
    description:
      'From then on its team can create tokens and publish. Open pages follow a changed description when they are loaded again. Returns 409 if another micro-frontend has the path, or shows the same kind of search results.',
    params: z.object({ name: textSchema(60).min(1) }),
    body: remoteDescriptionSchema,
    confirmation: ({ name }) => `Register the micro-frontend ${String(name)}, or change its description`,
    response: registrationSchema,
    errors: [403, 409],
  }),
  retire: defineOperation({
    id: 'frontends.retire',
    method: 'DELETE',
    path: '/api/frontends/{name}',
    access: 'operator',
    summary: 'Retire a micro-frontend',
    description:
      'Its pages, navigation link and Home card disappear with the next page load, and the tokens that deploy it are revoked. History and published versions stay; registering the name again allows promoting them. Returns 409 if a live micro-frontend uses its components.',
    params: namedSchema,
    confirmation: ({ name }) => `Retire the micro-frontend ${String(name)}`,
    status: 204,
    errors: [403, 404, 409],
  }),
  publish: defineOperation({
    id: 'frontends.publish',
    method: 'POST',
    path: '/api/frontends/{name}/versions',
    access: 'operator',
    summary: 'Publish a build as a candidate; idempotent',
    description: 'A candidate is not live until it is promoted. Returns 409 if the version exists with other files.',
    params: namedSchema,
    bodyBytes: BODY_BYTES.build,
    body: frontendBuildSchema,
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    storedCopies: 1,
    response: publishedVersionSchema,
    machineAuth: 'deploy',
    errors: [403, 404, 409, 413],
  }),
  verdict: defineOperation({
    id: 'frontends.verdict',
    method: 'POST',
    path: '/api/frontends/{name}/versions/{version}/verdicts',
    access: 'operator',
    summary: 'Record what a verifier found in a browser',
    description: 'Needs an API token with the scope `verify`. Verdicts are only added; the latest one decides.',
    params: versionedSchema,
    bodyBytes: BODY_BYTES.shortFields,
    body: verdictSchema.extend({ digest: digestSchema.meta({ description: 'The build that was checked.' }) }),
    status: 204,
    machineAuth: 'deploy',
    errors: [403, 404, 409],
  }),
  promote: defineOperation({
    id: 'frontends.promote',
    method: 'POST',
    path: '/api/frontends/{name}/promote',
    access: 'operator',
    summary: 'Promote a version for all sessions or a share of them',
    description:
      '`canary` limits it to a percentage of sessions. Returns 409 with the reasons if a gate, such as the smoke test, has not passed.',
    params: namedSchema,
    body: z.object({
      version: frontendVersionSchema,
      canary: z.number().int().min(1).max(99).optional().meta({ description: 'Percentage of sessions.' }),
      revision: expectedRevision,
      confirm: confirmSchema,
    }),
    confirmation: ({ name, version, canary }) =>
      `Promote ${String(name)} ${String(version)} for ${canary === undefined ? 'all sessions' : `${String(canary)} % of sessions`}`,
    response: registrySchema,
    machineAuth: 'deploy',
    errors: [403, 404, 409],
  }),
  rollback: defineOperation({
    id: 'frontends.rollback',
    method: 'POST',
    path: '/api/frontends/{name}/rollback',
    access: 'operator',
    summary: 'End a canary or restore the previous version',
    description: 'Takes effect with the next page that is opened. Returns 409 if there is nothing to go back to.',
    params: namedSchema,
    body: z.object({ revision: expectedRevision }),
    response: registrySchema,
    machineAuth: 'deploy',
    errors: [403, 404, 409],
  }),
};
