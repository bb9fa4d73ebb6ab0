import { z } from 'zod';
import { defineCall } from './call.ts';
import { requiredTextSchema, textSchema } from './common.ts';

/** The micro-frontends, by their names in the registry. */
export const FRONTENDS = ['voyages', 'people', 'media'] as const;

/** All that a team publishes: the micro-frontends, and the shell that they stand in. */
export const PUBLISHED = ['shell', ...FRONTENDS] as const;
export type Published = (typeof PUBLISHED)[number];

const publishedSchema = z.enum(PUBLISHED);
const revisionSchema = z.number().int();
const instantSchema = z.string().meta({ description: 'Moment in UTC, ISO 8601.' });

/** A version's number, as in `1.4.0` or `1.4.1-rc.2`. */
export const frontendVersionSchema = z
  .string()
  .max(60)
  .regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/, 'A version is like 1.4.0 or 1.4.1-rc.2.');

/** A live micro-frontend as the registry names it (04-micro-frontends.md, Registry). */
export const registryAppSchema = z.object({
  version: z.string().max(60),
  manifest: z.string().max(500),
  path: z.string().max(200),
  contract: z.number().int(),
  optional: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Ranges of other micro-frontends whose components it borrows.' }),
  canary: z.literal(true).optional().meta({ description: 'This session sees a version that others do not see yet.' }),
});
export type RegistryApp = z.output<typeof registryAppSchema>;

export const registrySchema = z.object({
  schema: z.literal(1),
  revision: revisionSchema,
  shell: z.object({ version: z.string().max(60), canary: z.literal(true).optional() }).optional(),
  apps: z.record(z.string(), registryAppSchema),
});
export type Registry = z.output<typeof registrySchema>;

/** Settings that the page shows. */
export const archiveSettingsSchema = z.object({
  title: z.string(),
  subtitle: z.string(),
  migration_document_url: z.string().nullable(),
});
export type ArchiveSettings = z.output<typeof archiveSettingsSchema>;

export const bootSchema = z.object({ registry: registrySchema, archive: archiveSettingsSchema });
export type Boot = z.output<typeof bootSchema>;

export const frontendShownSchema = z.object({ name: textSchema(60), version: textSchema(60) });
export const frontendFailureSchema = frontendShownSchema.extend({ message: textSchema(2000) });

/** What a browser found when it looked at a version in the page that is live, before anyone else did. */
export const frontendSmokeSchema = z.object({
  passed: z.boolean(),
  problems: z.array(textSchema(500)).max(50),
  revision: revisionSchema.meta({ description: 'The revision of the registry that it was looked at in.' }),
});

export const frontendStates = ['live', 'canary', 'candidate', 'earlier'] as const;

const versionStandingSchema = z.object({
  version: z.string(),
  state: z.enum(frontendStates),
  contract: z.number().int(),
  published_at: instantSchema,
  published_by: z.string(),
  stored: z.boolean().meta({ description: 'Published to storage; false: built where the archive runs.' }),
  smoke: frontendSmokeSchema.extend({ at: instantSchema, by: z.string() }).nullable(),
  sessions: z.number().int().meta({ description: 'Sessions that reported on it within thirty days.' }),
  failed_sessions: z.number().int(),
  failures: z.number().int(),
  last_failure: z.string().nullable(),
});

const liveSchema = z.object({ version: z.string(), since: instantSchema, by: z.string() });

export const frontendStandingSchema = z.object({
  name: publishedSchema,
  live: liveSchema.nullable(),
  canary: liveSchema.extend({ share: z.number().int() }).nullable(),
  rollback_to: z
    .string()
    .nullable()
    .meta({ description: 'Where going back leads; null where there is nothing before.' }),
  versions: z.array(versionStandingSchema),
});
export type FrontendStanding = z.output<typeof frontendStandingSchema>;

export const frontendsStatusSchema = z.object({ revision: revisionSchema, apps: z.array(frontendStandingSchema) });
export type FrontendsStatus = z.output<typeof frontendsStatusSchema>;

export const frontendActions = ['start', 'promote', 'canary', 'rollback'] as const;

export const frontendHistorySchema = z.array(
  z.object({
    revision: revisionSchema,
    at: instantSchema,
    by: z.string(),
    action: z.enum(frontendActions),
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
    .regex(/^[\w@~+-][\w.@~+-]*(?:\/[\w@~+-][\w.@~+-]*)*$/, 'A path has plain names between slashes.'),
  content: z.base64().meta({ description: 'The bytes, in base64.' }),
});

/** A build as it lies on disk, its `.br` and `.gz` files with it. */
export const frontendBuildSchema = z.object({
  version: frontendVersionSchema,
  files: z.array(fileSchema).min(1).max(2000),
});

const namedSchema = z.object({ name: publishedSchema });
const versionedSchema = namedSchema.extend({ version: frontendVersionSchema });
const publishedVersionSchema = z.object({ name: publishedSchema, version: z.string(), digest: z.string() });

const expectedRevision = revisionSchema
  .optional()
  .meta({ description: 'The revision that was looked at: when another is live by now, nothing is changed (409).' });

const deployTokenSchema = z.object({
  token_id: z.number().int(),
  name: publishedSchema,
  label: z.string(),
  created_at: instantSchema,
  created_by: z.string(),
  last_used_at: instantSchema.nullable(),
  revoked_at: instantSchema.nullable(),
});
export type DeployToken = z.output<typeof deployTokenSchema>;

export const frontendCalls = {
  registry: defineCall({
    id: 'frontends.registry',
    method: 'GET',
    path: '/mfe/registry.json',
    summary: 'The live micro-frontends, as this session sees them',
    answer: registrySchema,
    open: true,
  }),
  failure: defineCall({
    id: 'frontends.failure',
    method: 'POST',
    path: '/api/frontends/failures',
    summary: 'A browser could not show a micro-frontend',
    body: frontendFailureSchema,
    status: 204,
    refusals: [429],
  }),
  shown: defineCall({
    id: 'frontends.shown',
    method: 'POST',
    path: '/api/frontends/shown',
    summary: 'A browser has shown a canary',
    body: frontendShownSchema,
    status: 204,
    refusals: [429],
  }),
  status: defineCall({
    id: 'frontends.status',
    method: 'GET',
    path: '/api/frontends',
    summary: 'What is live, since when and by whom, every version, and what browsers say of them',
    answer: frontendsStatusSchema,
    fleeting: true,
    pipelines: true,
  }),
  history: defineCall({
    id: 'frontends.history',
    method: 'GET',
    path: '/api/frontends/history',
    summary: 'The last hundred revisions of the registry, newest first',
    answer: frontendHistorySchema,
    fleeting: true,
    pipelines: true,
  }),
  version: defineCall({
    id: 'frontends.version',
    method: 'GET',
    path: '/api/frontends/{name}/versions/{version}',
    summary: 'A published version as the registry would name it, to be looked at before others see it',
    params: versionedSchema,
    answer: registryAppSchema,
    fleeting: true,
    pipelines: true,
    refusals: [404],
  }),
  publish: defineCall({
    id: 'frontends.publish',
    method: 'POST',
    path: '/api/frontends/{name}/versions',
    summary: 'Store a build as a candidate, once it has passed the gates; the same build again is no error',
    params: namedSchema,
    body: frontendBuildSchema,
    answer: publishedVersionSchema,
    pipelines: true,
    refusals: [403, 409, 413],
  }),
  smoke: defineCall({
    id: 'frontends.smoke',
    method: 'POST',
    path: '/api/frontends/{name}/versions/{version}/smoke',
    summary: 'Put down what a browser found in a candidate',
    params: versionedSchema,
    body: frontendSmokeSchema,
    status: 204,
    pipelines: true,
    refusals: [403, 404],
  }),
  promote: defineCall({
    id: 'frontends.promote',
    method: 'POST',
    path: '/api/frontends/{name}/promote',
    summary: 'Make a version live, for all sessions or for a stable share of them',
    params: namedSchema,
    body: z.object({
      version: frontendVersionSchema,
      canary: z.number().int().min(1).max(99).optional().meta({ description: 'Per cent of sessions.' }),
      revision: expectedRevision,
    }),
    answer: registrySchema,
    pipelines: true,
    refusals: [403, 404, 409],
  }),
  rollback: defineCall({
    id: 'frontends.rollback',
    method: 'POST',
    path: '/api/frontends/{name}/rollback',
    summary: 'End a canary, or make the version before live again',
    params: namedSchema,
    body: z.object({ revision: expectedRevision }),
    answer: registrySchema,
    pipelines: true,
    refusals: [403, 409],
  }),
  tokens: defineCall({
    id: 'frontends.tokens',
    method: 'GET',
    path: '/api/frontends/tokens',
    summary: 'The deploy tokens of the teams, newest first',
    answer: z.array(deployTokenSchema),
    fleeting: true,
  }),
  makeToken: defineCall({
    id: 'frontends.makeToken',
    method: 'POST',
    path: '/api/frontends/tokens',
    summary: "A deploy token for a team's pipeline; it is shown this once",
    body: z.object({ name: publishedSchema, label: requiredTextSchema(100, 'Say what the token is for.') }),
    answer: deployTokenSchema.extend({ token: z.string() }),
  }),
  revokeToken: defineCall({
    id: 'frontends.revokeToken',
    method: 'DELETE',
    path: '/api/frontends/tokens/{token_id}',
    summary: 'Revoke a deploy token, at once and for good',
    params: z.object({ token_id: z.coerce.number().int().positive() }),
    status: 204,
    refusals: [404],
  }),
};
