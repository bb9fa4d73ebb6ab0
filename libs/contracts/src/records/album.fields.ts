import { requiredTextSchema } from '../common.ts';
import { z } from 'zod';
import { defineFields, type FieldsWith, required, text, type ValuesOf } from './field.ts';

/**
 * An album of a voyage (SPEC section 3), or a collection, which belongs to none. `sort_order` is the position among the albums of the
 * voyage, or among the collections.
 */
export const albumFields = defineFields({
  title: required('Title', requiredTextSchema(300, 'Album title is required'), z.string(), {
    search: 'A',
    listed: true,
    form: true,
    public: true,
  }),
  description: text('Description', 10_000, { search: 'C', listed: true, form: true, public: true }),
});

export type AlbumField = keyof typeof albumFields;
export type AlbumValues = ValuesOf<typeof albumFields>;
/** Fields that the album form edits. */
export type AlbumFormField = FieldsWith<typeof albumFields, 'form'>;
