import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { recordColumns } from '../../database/columns.ts';
import { Media } from '../media/index.ts';
import { Voyage } from '../voyages/index.ts';

/** Media of a voyage put together under a title. */
export const Album = defineEntity({
  name: 'Album',
  tableName: 'album',
  properties: {
    ...recordColumns,
    voyage: () => p.manyToOne(Voyage).ref(),
    title: p.text(),
    description: p.text().nullable(),
    sortOrder: p.integer(),
  },
});
export type Album = InferEntity<typeof Album>;

export const AlbumMedia = defineEntity({
  name: 'AlbumMedia',
  tableName: 'album_media',
  properties: {
    album: () => p.manyToOne(Album).primary().ref(),
    media: () => p.manyToOne(Media).primary().ref(),
    sortOrder: p.integer(),
  },
});
export type AlbumMedia = InferEntity<typeof AlbumMedia>;
