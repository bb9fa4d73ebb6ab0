import { z } from 'zod';
import { defineOperation } from './operation.ts';
import {
  flagQuery,
  partialDateSchema,
  repeatableQuery,
  requiredTextSchema,
  searchQuery,
  slugSchema,
  textSchema,
  wholeNumberQuery,
} from './common.ts';
import { mediaTypeSchema } from './media-fields.ts';
import { EDITABLE_ATTRIBUTES } from './voyage-fields.ts';

/** Kinds of results: records, and `text` for the text of files. */
export const SEARCH_KINDS = ['voyage', 'person', 'media', 'album', 'text'] as const;
export const searchKindSchema = z.enum(SEARCH_KINDS);
export type SearchKind = z.output<typeof searchKindSchema>;

/** Text as segments, with the matches marked; never HTML. */
export const excerptSchema = z.array(z.object({ text: z.string(), match: z.boolean() }));
export type Excerpt = z.output<typeof excerptSchema>;

/** How a result matches: all words, similar spellings of them, or some of the words. */
export const SEARCH_MATCHES = ['words', 'similar', 'some'] as const;

export const searchHitSchema = z.object({
  kind: searchKindSchema,
  slug: slugSchema,
  title: z.string(),
  title_excerpt: excerptSchema.meta({ description: 'The title, with the matches marked.' }),
  subtitle: z.string().nullable(),
  excerpt: excerptSchema,
  match: z
    .enum(SEARCH_MATCHES)
    .meta({ description: 'Results that match some words or similar ones come after all others.' }),
  date: z.string().nullable().meta({ description: 'EDTF date of a voyage or media item.' }),
  end_date: z.string().nullable(),
  voyage_slug: slugSchema.nullable().meta({ description: 'The voyage of an album; null for a collection.' }),
  media_type: z.string().nullable(),
  url: z.string().nullable().meta({ description: 'The file of a media item.' }),
  page: z.number().int().nullable().meta({ description: 'The page of a file whose text matches.' }),
  thumbnail_url: z.string().nullable(),
});
export type SearchHit = z.output<typeof searchHitSchema>;

const words = requiredTextSchema(200, 'Enter a search term.');
const kinds = repeatableQuery(searchKindSchema).optional();

/** The query and its filters. A result must match all of them. */
const searchShape = {
  q: searchQuery.default('').meta({ description: 'May be empty with a filter or a kind.' }),
  president: slugSchema.optional().meta({ description: 'Slug of the president or owner.' }),
  person: slugSchema.optional().meta({ description: 'Slug of a person aboard.' }),
  place: textSchema(500).optional().meta({ description: 'Start or end of the voyage.' }),
  from: partialDateSchema.optional(),
  to: partialDateSchema.optional(),
  tag: textSchema(100).optional(),
  attribute: z.enum(EDITABLE_ATTRIBUTES).optional(),
  role: textSchema(300).optional().meta({ description: 'Role of someone aboard.' }),
  media_type: mediaTypeSchema.optional(),
  rights: textSchema(200).optional().meta({ description: 'URL of the statement or license.' }),
  has_photo: flagQuery.optional().meta({ description: 'Voyages with photographs.' }),
  curator_notes: flagQuery.default(true).meta({ description: 'Whether curator notes are searched too.' }),
};

const searchFiltersSchema = z.strictObject(searchShape);
export type SearchFilters = z.output<typeof searchFiltersSchema>;

const facetValueSchema = z.object({
  value: z.string().meta({ description: 'The value of the filter.' }),
  label: z.string(),
  count: z.number().int(),
});
export type SearchFacetValue = z.output<typeof facetValueSchema>;

/** Filters with counts. */
export const SEARCH_FACETS = [
  'president',
  'decade',
  'year',
  'person',
  'place',
  'tag',
  'media_type',
  'rights',
  'attribute',
  'role',
  'has_photo',
] as const;
export type SearchFacet = (typeof SEARCH_FACETS)[number];

export const searchOverviewSchema = z.object({
  kinds: z
    .record(searchKindSchema, z.number().int())
    .meta({ description: 'Number of results, by kind. 1,001 stands for more than 1,000.' }),
  facets: z.record(z.enum(SEARCH_FACETS), z.array(facetValueSchema)),
  more: z
    .boolean()
    .meta({ description: 'There are more than 1,000 results, so that the counts of filters are minimums.' }),
  did_you_mean: z.string().nullable().meta({ description: 'The query with similar spellings that the archive has.' }),
});
export type SearchOverview = z.output<typeof searchOverviewSchema>;

export const searchSuggestionSchema = z.object({
  kind: z.enum([...SEARCH_KINDS, 'place']),
  slug: slugSchema.nullable(),
  title: z.string(),
  title_excerpt: excerptSchema,
  subtitle: z.string().nullable(),
  excerpt: excerptSchema,
  voyage_slug: slugSchema.nullable(),
  url: z.string().nullable(),
  page: z.number().int().nullable(),
});
export type SearchSuggestion = z.output<typeof searchSuggestionSchema>;

export const searchOperations = {
  all: defineOperation({
    id: 'search.all',
    method: 'GET',
    path: '/api/search',
    access: 'reader',
    summary: 'Search voyages, people, media and albums',
    description:
      'Understands phrases in quotes, exclusions with a minus, dates and prefixes. Results that only resemble the words follow the matches and say so.',
    cacheable: true,
    query: z.strictObject({
      ...searchShape,
      kind: kinds,
      sort: z.enum(['relevance', 'newest', 'oldest']).default('relevance'),
      limit: wholeNumberQuery(1, 100).default(30),
      offset: wholeNumberQuery(0, 10_000).default(0),
    }),
    paged: true,
    cappedTotal: true,
    response: z.array(searchHitSchema),
  }),
  overview: defineOperation({
    id: 'search.overview',
    method: 'GET',
    path: '/api/search/overview',
    access: 'reader',
    summary: 'Count the results of a search by kind, and by the filters that narrow it',
    description:
      'For the filters beside the results: each count is the number of results after choosing it. With `kind`, filters count only the results of these kinds. It returns no results.',
    cacheable: true,
    query: searchFiltersSchema.extend({ kind: kinds }),
    response: searchOverviewSchema,
  }),
  suggestions: defineOperation({
    id: 'search.suggestions',
    method: 'GET',
    path: '/api/search/suggestions',
    access: 'reader',
    summary: 'Suggest voyages, people, media and places while a search is typed',
    description: 'A few of each kind, fast enough to send after every keystroke. The last word counts as unfinished.',
    cacheable: true,
    query: z.strictObject({ q: words, curator_notes: flagQuery.default(true) }),
    response: z.array(searchSuggestionSchema),
  }),
};
