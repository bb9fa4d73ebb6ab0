import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { recordProperties } from '../../database/record-properties.ts';

/** Someone who sailed, served aboard or owned the yacht. */
export const Person = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    ...recordProperties,
    fullName: p.text(),
    roleTitle: p.text().nullable(),
    organization: p.text().nullable(),
    birthYear: p.integer().nullable(),
    deathYear: p.integer().nullable(),
    wikipediaUrl: p.text().nullable(),
    wikipediaKey: p.text().nullable().unique(),
    notesInternal: p.text().nullable(),
    tags: p.array().default([]),
  },
});
export type Person = InferEntity<typeof Person>;
