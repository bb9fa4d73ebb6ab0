import { z } from 'zod';
import { defineCall } from './call.ts';

export const FRONTENDS = ['voyages', 'people', 'media'] as const;

/** A live micro-frontend as the registry names it (04-micro-frontends.md, Registry). */
export const registryAppSchema = z.object({
  version: z.string().max(60),
  manifest: z.string().max(500),
  path: z.string().max(200),
  contract: z.number().int(),
  optional: z.record(z.string(), z.string()).optional(),
});

export const registrySchema = z.object({
  schema: z.literal(1),
  revision: z.number().int(),
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

export const frontendFailureSchema = z.object({
  name: z.string().max(60),
  version: z.string().max(60),
  message: z.string().max(2000),
});

export const frontendCalls = {
  registry: defineCall({
    id: 'frontends.registry',
    method: 'GET',
    path: '/mfe/registry.json',
    summary: 'The live micro-frontends',
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
  }),
};
