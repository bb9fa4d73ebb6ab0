import { MEDIA_TYPES } from '@archive/contracts';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { recordProperties } from '../../database/record-properties.ts';

/** A photo, film, recording or document: a stored file or an external URL. `sha256` is its fixity value. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    ...recordProperties,
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
