import { z } from 'zod';
import { instantSchema, pagingShape, repeatableQuery, slugSchema } from './common.ts';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import { PROPOSED } from './proposals.ts';
import { createShape, fieldsWith, readShape, updateShape } from './records/field.ts';
import { storyFields } from './records/story.fields.ts';

/** The path of the page of a record that a story can name. */
const ADDRESS = /^\/(?:voyages|people|places|media)\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
const addressSchema = z
  .string()
  .max(200)
  .regex(ADDRESS, 'Use the address of a record, such as /people/truman-harry-s.');

const pictureSchema = z.object({
  url: z.string(),
  thumbnail_url: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt_text: z.string().nullable(),
  credit: z.string().nullable(),
});
export type StoryPicture = z.output<typeof pictureSchema>;

/** What a story shows of a record that it names. */
export const storyRecordSchema = z.object({
  /** As the story writes it. */
  address: z.string(),
  kind: z.enum(['voyage', 'person', 'place', 'media']),
  /** The current one: a merged record is the one that it was merged into. */
  slug: slugSchema,
  title: z.string(),
  /** Role of a person, president or owner of a voyage. */
  subtitle: z.string().nullable(),
  date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** The image of a media item, or a portrait. */
  picture: pictureSchema.nullable(),
});
export type StoryRecord = z.output<typeof storyRecordSchema>;

const listItemShape = {
  story_slug: slugSchema,
  ...readShape(fieldsWith(storyFields, 'listed')),
  cover_picture: pictureSchema.nullable(),
};
export const storyListItemSchema = z.object(listItemShape);
export type StoryListItem = z.output<typeof storyListItemSchema>;

const neighborSchema = z.object({ story_slug: slugSchema, title: z.string() }).nullable();

export const storySchema = z.object({
  story_slug: slugSchema,
  ...readShape(storyFields),
  cover_picture: pictureSchema.nullable(),
  /** The records that the text names, each once. Deleted ones are missing. */
  records: z.array(storyRecordSchema),
  /** The published story before this one. */
  previous: neighborSchema,
  next: neighborSchema,
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Story = z.output<typeof storySchema>;

export const storyListQuerySchema = z.strictObject({
  record: addressSchema.optional().meta({ description: 'Only stories that name this record.' }),
  ...pagingShape(100),
});
export type StoryListQuery = z.output<typeof storyListQuerySchema>;

export const storyCreateSchema = z.object(createShape(storyFields));
export type StoryCreate = z.output<typeof storyCreateSchema>;

/** Absent fields keep their value, null clears them. */
export const storyUpdateSchema = z.object(updateShape(storyFields));
export type StoryUpdate = z.output<typeof storyUpdateSchema>;

const params = z.object({ slug: slugSchema });
const storyParams = z.object({ story_slug: slugSchema });

export const storyOperations = {
  list: defineOperation({
    id: 'stories.list',
    method: 'GET',
    path: '/api/stories',
    access: 'reader',
    summary: 'List the published stories, newest first',
    description: 'Drafts are left out.',
    cacheable: true,
    query: storyListQuerySchema,
    response: z.array(storyListItemSchema),
    paged: true,
  }),
  records: defineOperation({
    id: 'stories.records',
    method: 'GET',
    path: '/api/stories/records',
    access: 'reader',
    summary: 'Get what a story shows of records',
    description:
      'For the preview of a text. Records that don’t exist are left out; addresses of merged records lead on.',
    cacheable: true,
    query: z.strictObject({ address: repeatableQuery(addressSchema).optional() }),
    response: z.array(storyRecordSchema),
  }),
  get: defineOperation({
    id: 'stories.get',
    method: 'GET',
    path: '/api/stories/{slug}',
    access: 'reader',
    summary: 'Get a published story',
    description:
      'Its text is Markdown. `records` has what the addresses in it lead to, and `previous` and `next` the stories beside it.',
    cacheable: true,
    params,
    response: storySchema,
    errors: [404],
  }),
  listAll: defineOperation({
    id: 'stories.listAll',
    method: 'GET',
    path: '/api/curator/stories',
    access: 'contributor',
    summary: 'List all stories, drafts first',
    description: 'For people who edit, or propose changes.',
    cacheable: true,
    query: z.strictObject(pagingShape(100)),
    response: z.array(storyListItemSchema),
    paged: true,
  }),
  open: defineOperation({
    id: 'stories.open',
    method: 'GET',
    path: '/api/curator/stories/{story_slug}',
    access: 'contributor',
    summary: 'Get a story, also a draft',
    description: 'As `stories.get`, for people who edit, or propose changes.',
    cacheable: true,
    params: storyParams,
    response: storySchema,
    errors: [404],
  }),
  create: defineOperation({
    id: 'stories.create',
    method: 'POST',
    path: '/api/curator/stories',
    access: 'contributor',
    summary: 'Create a story',
    description: 'The slug comes from the title and never changes. Without `published_on`, the story is a draft.',
    bodyBytes: BODY_BYTES.record,
    body: storyCreateSchema,
    response: storySchema,
    status: 201,
    otherResponses: [PROPOSED],
    idempotent: true,
    errors: [409],
  }),
  update: defineOperation({
    id: 'stories.update',
    method: 'PUT',
    path: '/api/curator/stories/{story_slug}',
    access: 'contributor',
    summary: 'Update a story',
    description: UPDATE_DESCRIPTION,
    params: storyParams,
    bodyBytes: BODY_BYTES.record,
    body: storyUpdateSchema,
    response: storySchema,
    otherResponses: [PROPOSED],
    conditional: true,
    errors: [404, 409, 412],
  }),
  remove: defineOperation({
    id: 'stories.remove',
    method: 'DELETE',
    path: '/api/curator/stories/{story_slug}',
    access: 'curator',
    summary: 'Delete a story',
    description: 'History can restore it.',
    params: storyParams,
    status: 204,
    conditional: true,
    errors: [404, 412],
  }),
};
