import { z } from 'zod';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { instantSchema, pagingShape, slugSchema } from './common.ts';
import { mediaTypeSchema } from './media-fields.ts';

/** Maximum number of media in one restore request; pages send larger selections in batches. */
export const MAX_TRASH_BATCH = 200;
/** Maximum number of media in one request to delete. More, because each request needs the password. */
export const MAX_TRASH_DELETE = 1000;
const MAX_NAMED = 5;

/** A deleted media item. Its file is still stored, so that it can be restored. */
export const trashItemSchema = z.object({
  media_slug: slugSchema,
  title: z.string(),
  media_type: mediaTypeSchema,
  content_type: z.string().nullable(),
  /** In bytes. */
  size: z.number().int().nullable(),
  url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  deleted_by: z.string(),
  deleted_at: instantSchema,
  /** Days until it is deleted permanently, at least 0; null if items are never deleted automatically. */
  days_left: z.number().int().nullable(),
  /** What the item was attached to. Restoring attaches it again. */
  voyages: z.array(z.object({ title: z.string(), voyage_slug: slugSchema })),
  albums: z.array(z.object({ title: z.string(), album_slug: slugSchema })),
});
export type TrashItem = z.output<typeof trashItemSchema>;

const selected = (max: number) => z.object({ media_slugs: z.array(slugSchema).min(1).max(max) });

/** The first of the slugs in a request, for its confirmation. */
export function listedSlugs(slugs: unknown): string {
  if (!Array.isArray(slugs)) return '';
  const rest = slugs.length - MAX_NAMED;
  return slugs.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

export const trashOperations = {
  list: defineOperation({
    id: 'trash.list',
    method: 'GET',
    path: '/api/curator/trash',
    access: 'curator',
    summary: 'List deleted media that can be restored, last deleted first',
    description:
      'Media are moved to the trash when their record is deleted and the file is kept. `retention_days` is null when nothing is deleted automatically; `total` counts all of them.',
    query: z.strictObject(pagingShape(100)),
    response: z.object({
      items: z.array(trashItemSchema),
      total: z.number().int(),
      retention_days: z.number().int().nullable(),
    }),
  }),
  restore: defineOperation({
    id: 'trash.restore',
    method: 'POST',
    path: '/api/curator/trash/restore',
    access: 'curator',
    summary: 'Restore media from the trash, with their voyages and albums',
    description:
      'Each item is restored on its own, and a failure says why. After five seconds the rest is left in the trash, and is in neither list: send it again.',
    bodyBytes: BODY_BYTES.shortFields,
    body: selected(MAX_TRASH_BATCH),
    response: z.object({
      restored: z.array(slugSchema),
      failures: z.array(z.object({ media_slug: slugSchema, reason: z.string() })),
    }),
  }),
  remove: defineOperation({
    id: 'trash.delete',
    method: 'POST',
    path: '/api/curator/trash/delete',
    access: 'administrator',
    summary: 'Delete media in the trash permanently, with their files',
    description:
      'All in one transaction. Slugs that are not in the trash are listed in `missing` and are not an error.',
    bodyBytes: BODY_BYTES.slugs,
    body: selected(MAX_TRASH_DELETE),
    confirmation: ({ media_slugs: slugs }) => `Delete from the trash for good: ${listedSlugs(slugs)}`,
    errors: [403],
    response: z.object({ deleted: z.array(slugSchema), missing: z.array(slugSchema) }),
  }),
  empty: defineOperation({
    id: 'trash.empty',
    method: 'POST',
    path: '/api/curator/trash/empty',
    access: 'administrator',
    summary: 'Delete everything in the trash permanently, in the background',
    description:
      'The media leave the trash immediately, and a job deletes their files. Media deleted after `until` stay.',
    body: z.object({
      until: z.iso.datetime({ offset: true }).meta({ description: 'The newest `deleted_at` that was shown.' }),
    }),
    confirmation: () => 'Delete everything in the trash for good',
    errors: [403],
    response: z.object({ emptied: z.number().int().min(0) }),
  }),
};
