import { MEDIA_TYPES } from '@archive/contracts';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { recordColumns } from '../../database/columns.ts';

/** A picture, film, recording or paper: a file in storage, or an address outside. `sha256` is its fixity value. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    ...recordColumns,
    title: p.text(),
    mediaType: p.enum(MEDIA_TYPES),
    storageKey: p.text().nullable().unique(),
    externalUrl: p.text().nullable(),
    contentType: p.text().nullable(),
    size: p.bigint('number').nullable(),
    sha256: p.blob().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    date: p.text().nullable(),
    credit: p.text().nullable(),
    descriptionMarkdown: p.text().nullable(),
    altText: p.text().nullable(),
    rights: p.text().nullable(),
    rightsNote: p.text().nullable(),
    tags: p.array().default([]),
    presidentId: p.integer().nullable(),
  },
});
export type Media = InferEntity<typeof Media>;

/** A smaller picture made of a media file; `failed` says why there is none. */
export const Derivative = defineEntity({
  name: 'Derivative',
  tableName: 'derivative',
  properties: {
    media: () => p.manyToOne(Media).primary().ref(),
    kind: p.enum(['thumbnail', 'large'] as const).primary(),
    state: p.enum(['ready', 'failed'] as const),
    storageKey: p.text().nullable().unique(),
    contentType: p.text().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    size: p.bigint('number').nullable(),
    sha256: p.blob().nullable(),
    error: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
export type Derivative = InferEntity<typeof Derivative>;
