import { z } from 'zod';
import { requiredTextSchema, textSchema } from './common.ts';
import { searchKindSchema } from './search.ts';

/** The name under which the shell is published. It is not a micro-frontend. */
export const SHELL = 'shell';

/** Names that would be confused with routes or terms of the archive itself. */
const RESERVED_NAMES = [SHELL, 'events', 'failures', 'history', 'other', 'registry', 'shown', 'tokens', 'verifier'];

/** Name of a micro-frontend, or `shell`. */
export const publishableNameSchema = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens, like log-book.');

/** Name of a micro-frontend. */
export const remoteNameSchema = publishableNameSchema.refine(
  (name) => !RESERVED_NAMES.includes(name),
  'This name is reserved. Choose another one.',
);

/** First segments of paths that the server or the shell's own pages use. */
export const RESERVED_PATHS = [
  'account',
  'api',
  'assets',
  'changes',
  'confirm',
  'edition',
  'gallery',
  'health',
  'iiif',
  'index',
  'invitation',
  'login',
  'media-files',
  'metrics',
  'mfe',
  'ops',
  'publishing',
  'search',
  'tags',
] as const;

/** Path prefix of all pages of a micro-frontend. */
export const remotePathSchema = z
  .string()
  .max(40)
  .regex(/^\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'Use a path of one word, like /log-book.')
  .refine(
    (path) => !RESERVED_PATHS.some((reserved) => path === `/${reserved}`),
    'The archive uses this path itself. Choose another one.',
  );

/** Icons that the shell has for navigation links and cards of micro-frontends. */
export const REMOTE_ICONS = [
  'anchor',
  'book',
  'calendar',
  'chart',
  'file',
  'film',
  'folder',
  'images',
  'map',
  'music',
  'ship',
  'users',
] as const;
export type RemoteIcon = (typeof REMOTE_ICONS)[number];
const iconSchema = z.enum(REMOTE_ICONS);

export const REMOTE_SLOTS = ['home-card', 'search-result'] as const;

const navigationSchema = z.object({
  label: requiredTextSchema(24, 'Enter a label for the link.'),
  icon: iconSchema.default('file'),
  position: z.number().int().min(0).max(1000).default(100).meta({ description: 'Determines the order of the links.' }),
});

const homeCardSchema = z.object({
  title: requiredTextSchema(40, 'Enter a title for the card.'),
  description: textSchema(120).default(''),
  icon: iconSchema.default('file'),
  position: z.number().int().min(0).max(1000).default(100).meta({ description: 'Determines the order of the cards.' }),
});

/** What the shell knows about a micro-frontend before loading it. */
const placementShape = {
  title: requiredTextSchema(60, 'Enter a title.').meta({ description: 'Display name, such as “Log book statistics”.' }),
  path: remotePathSchema,
  record_path: remotePathSchema.optional().meta({
    description:
      'A second path, such as `/media` for the permanent pages of its records. Absent: all of its pages are below `path`.',
  }),
  navigation: navigationSchema.nullable().default(null),
  home_card: homeCardSchema.nullable().default(null),
  slots: z
    .array(z.enum(REMOTE_SLOTS))
    .max(REMOTE_SLOTS.length)
    .default([])
    .meta({ description: 'Slots on other pages that it fills.' }),
  search_kinds: z
    .array(searchKindSchema)
    .max(10)
    .default([])
    .meta({ description: 'Kinds of records whose search results it shows.' }),
};

const MAX_PAGES = 20;
export const MAX_BUDGET_KB = 2000;

/** Description of a micro-frontend in the registry. */
export const remoteDescriptionSchema = z.object({
  ...placementShape,
  pages: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^\/(?:[^\s\\/][^\s\\]*)?$/, 'Use an address like /log-book?year=1961.'),
    )
    .max(MAX_PAGES)
    .default([])
    .meta({ description: 'URLs that the browser check opens before a promotion.' }),
  budget: z.number().int().min(1).max(MAX_BUDGET_KB).nullable().default(null).meta({
    description: 'KB of compressed scripts and styles that a build may have; null for the one that it declares.',
  }),
});
export type RemoteDescription = z.output<typeof remoteDescriptionSchema>;
export type RemoteDescriptionInput = z.input<typeof remoteDescriptionSchema>;

const placement = {
  title: z.string(),
  record_path: z.string().optional(),
  navigation: z.object({ label: z.string(), icon: z.string(), position: z.number().int() }).nullable(),
  home_card: z
    .object({ title: z.string(), description: z.string(), icon: z.string(), position: z.number().int() })
    .nullable(),
  slots: z.array(z.string()),
  search_kinds: z.array(z.string()),
};

/** The parts of a description that pages receive. Each property is optional, because an older server sends none. */
export const placementSchema = z.object(placement).partial();

/** A micro-frontend in the registry, live or not. */
export const registrationSchema = z.object({
  name: z.string(),
  description: z.object({
    ...placement,
    path: z.string(),
    pages: z.array(z.string()),
    budget: z.number().int().nullable(),
  }),
  registered_at: z.string().meta({ description: 'Timestamp in UTC, ISO 8601.' }),
  registered_by: z.string(),
});
export type Registration = z.output<typeof registrationSchema>;
