import { z } from 'zod';
import { defineOperation } from './operation.ts';

/** What deleted records left in an archive without records. */
const earlierWorkSchema = z.object({
  /** Entries of the history. */
  changes: z.number().int(),
  /** Imports and previews. */
  imports: z.number().int(),
  trashed_media: z.number().int(),
});
export type EarlierWork = z.output<typeof earlierWorkSchema>;

export const archiveSetupSchema = z.object({
  is_empty: z.boolean().meta({
    description:
      'Whether the archive has no voyages, people, media and albums, and no import is running. The presidents that every archive begins with don’t count.',
  }),
  has_sample: z.boolean().meta({ description: 'Whether this server has the sample document.' }),
  earlier_work: earlierWorkSchema.nullable().meta({
    description: 'What importing a package would delete for good; null in a new archive.',
  }),
});
export type ArchiveSetup = z.output<typeof archiveSetupSchema>;

export const archiveSetupOperations = {
  get: defineOperation({
    id: 'setup.get',
    method: 'GET',
    path: '/api/curator/archive-setup',
    access: 'reader',
    summary: 'Get how an archive without records can begin',
    description: 'It begins with a document (ingest.start), a package (exports.importPackage) or its first record.',
    query: z.strictObject({}),
    noStore: true,
    response: archiveSetupSchema,
  }),
  sample: defineOperation({
    id: 'setup.sample',
    method: 'GET',
    path: '/api/curator/archive-setup/sample',
    access: 'reader',
    summary: 'Get the sample document',
    description: 'The voyages of 1931 to 1976, as a body for ingest.start.',
    query: z.strictObject({}),
    response: z.object({ document: z.string(), filename: z.string() }),
    errors: [404],
  }),
  addStories: defineOperation({
    id: 'setup.addStories',
    method: 'POST',
    path: '/api/curator/archive-setup/stories',
    access: 'curator',
    summary: 'Add the stories about the voyages of the sample document',
    description:
      'Each is added once: not again when it exists, and not when it was deleted. They are published on the day.',
    response: z.object({ added: z.number().int() }),
  }),
};
