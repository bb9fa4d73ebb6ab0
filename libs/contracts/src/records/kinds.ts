import { albumFields } from './album.fields.ts';
import { mediaFields } from './media.fields.ts';
import { personFields } from './person.fields.ts';
import { placeFields } from './place.fields.ts';
import { presidentFields } from './president.fields.ts';
import { storyFields } from './story.fields.ts';
import { voyageFields } from './voyage.fields.ts';

/** The fields of each kind of record, from which the history, packages and the labels of changes follow. */
export const RECORD_FIELDS = {
  voyage: voyageFields,
  person: personFields,
  president: presidentFields,
  media: mediaFields,
  album: albumFields,
  place: placeFields,
  story: storyFields,
} as const;
