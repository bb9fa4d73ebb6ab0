import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  keptTextSchema,
  optionalTextSchema,
  pagingShape,
  requiredTextSchema,
  searchQuery,
  slugParams,
  slugSchema,
  textSchema,
  wholeNumberQuery,
} from './common.ts';
import { FIRST_YEAR, LAST_YEAR } from './partial-date.ts';
import { passengerSchema } from './people-fields.ts';

export const yearInputSchema = z
  .union([z.number().int().min(FIRST_YEAR).max(LAST_YEAR), z.string().regex(/^(?:\d{4})?$/), z.null()])
  .optional()
  .transform((year) => (year === '' || year === undefined || year === null ? null : Number(year)))
  .refine(
    (year) => year === null || (year >= FIRST_YEAR && year <= LAST_YEAR),
    `A year lies between ${FIRST_YEAR} and ${LAST_YEAR}.`,
  );

const tagsSchema = z.union([z.array(textSchema(100)).max(100), textSchema(5000), z.null()]);

function tidyTags(tags: z.output<typeof tagsSchema> | undefined): string[] {
  const list = typeof tags === 'string' ? tags.split(',') : (tags ?? []);
  return [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** Tags as a list or as comma-separated text. */
export const tagsInputSchema = tagsSchema.optional().transform(tidyTags);

/** The same, undefined where none were sent. */
export const keptTagsSchema = tagsSchema.transform(tidyTags).optional();

export const webAddressInputSchema = z
  .union([textSchema(2000).pipe(z.url({ protocol: /^https?$/ })), z.literal(''), z.null()], {
    error: 'Give a web address that begins with https:// or http://.',
  })
  .optional()
  .transform((address) => address || null);

/** A person in a list. */
export const personListItemSchema = z.object({
  person_slug: slugSchema,
  full_name: z.string(),
  role_title: z.string().nullable(),
  organization: z.string().nullable(),
  birth_year: z.number().int().nullable(),
  death_year: z.number().int().nullable(),
  /** Form of address of the latest voyage that gives one. */
  title: z.string().nullable(),
  /** Role of the latest voyage that gives one. */
  capacity_role: z.string().nullable(),
  voyage_count: z.number().int(),
});
export type PersonListItem = z.output<typeof personListItemSchema>;

/** One voyage of a person, oldest first. */
export const personVoyageSchema = z.object({
  voyage_slug: slugSchema,
  title: z.string(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  president_name: z.string().nullable(),
  president_party: z.string().nullable(),
  capacity_role: z.string().nullable(),
  is_crew: z.boolean(),
  voyage_notes: z.string().nullable(),
});
export type PersonVoyage = z.output<typeof personVoyageSchema>;

export const personSchema = z.object({
  person_slug: slugSchema,
  full_name: z.string(),
  role_title: z.string().nullable(),
  organization: z.string().nullable(),
  birth_year: z.number().int().nullable(),
  death_year: z.number().int().nullable(),
  wikipedia_url: z.string().nullable(),
  notes_internal: z.string().nullable(),
  tags: z.array(z.string()),
  is_president: z.boolean(),
  voyage_count: z.number().int(),
  voyages: z.array(personVoyageSchema),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Person = z.output<typeof personSchema>;

export const peopleListQuerySchema = z.strictObject({
  q: searchQuery.optional(),
  role_title: searchQuery.optional(),
  /** `role` is the order of `GET /api/people/roles`: the role most have first, those without one last. */
  sort: z.enum(['name', 'voyages', 'role']).default('name'),
  ...pagingShape(500),
});
export type PeopleListQuery = z.output<typeof peopleListQuerySchema>;

export const peopleStatsSchema = z.object({
  total_people: z.number().int(),
  /** Distinct roles and titles among the people. */
  unique_titles: z.number().int(),
  /** Mean over everybody who sailed at least once, two decimals. */
  avg_voyages_per_passenger: z.number(),
});
export type PeopleStats = z.output<typeof peopleStatsSchema>;

/** A role or title with the people who have it; null for those without one. */
export const peopleRoleSchema = z.object({ role: z.string().nullable(), people_count: z.number().int() });
export type PeopleRole = z.output<typeof peopleRoleSchema>;

export const peopleByPresidentSchema = z.object({
  grouped_by_president: z.array(
    z.object({
      president_slug: slugSchema.nullable(),
      president_name: z.string().nullable(),
      president_party: z.string().nullable(),
      /** Everybody of the group, whether they are on the page or not. */
      people_count: z.number().int(),
      people: z.array(
        z.object({
          person_slug: slugSchema,
          full_name: z.string(),
          role_title: z.string().nullable(),
          organization: z.string().nullable(),
          /** Voyages of this person under this president/owner. */
          appearance_count: z.number().int(),
        }),
      ),
    }),
  ),
});
export type PeopleByPresident = z.output<typeof peopleByPresidentSchema>;

/** Without `limit` everybody comes; with it, that many over all groups, counted in their order from `offset`. */
export const peopleByPresidentQuerySchema = z.strictObject({
  q: searchQuery.optional(),
  limit: wholeNumberQuery(1, 1000).optional(),
  offset: wholeNumberQuery(0, 10_000_000).default(0),
});
export type PeopleByPresidentQuery = z.output<typeof peopleByPresidentQuerySchema>;

const personShape = {
  full_name: requiredTextSchema(300, 'Please enter a full name'),
  role_title: optionalTextSchema(300),
  organization: optionalTextSchema(300),
  birth_year: yearInputSchema,
  death_year: yearInputSchema,
  wikipedia_url: webAddressInputSchema,
  notes_internal: optionalTextSchema(100_000),
  tags: tagsInputSchema,
};

interface Life {
  birth_year: number | null;
  death_year: number | null;
}

/** Refuses a death before the birth. */
export function checkLife({ birth_year, death_year }: Life, context: z.RefinementCtx): void {
  if (birth_year !== null && death_year !== null && death_year < birth_year)
    context.addIssue({
      code: 'custom',
      path: ['death_year'],
      message: 'The year of death lies before the year of birth.',
    });
}

/** `auto` or absent when the server is to make it, or to leave it. */
export const ownSlugSchema = z.union([z.literal('auto'), slugSchema]).optional();

const personWriteSchema = z.object({ person_slug: ownSlugSchema, ...personShape }).superRefine(checkLife);
export const personCreateSchema = personWriteSchema;
/** The address of a person does not change: `person_slug` may be there, and is the one of the path. */
export const personUpdateSchema = personWriteSchema;
export type PersonWrite = z.output<typeof personWriteSchema>;

export const passengerLinkSchema = z.object({
  person_slug: slugSchema,
  voyage_slug: slugSchema,
  /** Form of address on this voyage; not sent, it stays as it is. */
  title: keptTextSchema(300),
  capacity_role: optionalTextSchema(300),
  is_crew: z.boolean().default(false),
  notes: optionalTextSchema(10_000),
});
export type PassengerLink = z.output<typeof passengerLinkSchema>;

const personParams = z.object({ person_slug: slugSchema });
const linkQuery = z.strictObject({ person_slug: slugSchema, voyage_slug: slugSchema });

export const peopleCalls = {
  list: defineCall({
    id: 'people.list',
    method: 'GET',
    path: '/api/people',
    summary: 'People, by surname; searched by name, role and title',
    kept: true,
    query: peopleListQuerySchema,
    answer: z.array(personListItemSchema),
    paged: true,
  }),
  get: defineCall({
    id: 'people.get',
    method: 'GET',
    path: '/api/people/{slug}',
    summary: 'One person with every voyage',
    kept: true,
    params: slugParams,
    answer: personSchema,
    refusals: [404],
  }),
  byVoyage: defineCall({
    id: 'people.byVoyage',
    method: 'GET',
    path: '/api/people/by-voyage/{slug}',
    summary: 'The people of a voyage, in their order',
    kept: true,
    params: slugParams,
    answer: z.array(passengerSchema),
    refusals: [404],
  }),
  stats: defineCall({
    id: 'people.stats',
    method: 'GET',
    path: '/api/people/roles/stats',
    summary: 'Figures of the directory',
    kept: true,
    answer: peopleStatsSchema,
  }),
  roles: defineCall({
    id: 'people.roles',
    method: 'GET',
    path: '/api/people/roles',
    summary: 'Roles and titles of the people found, the role most have first, those without one last',
    kept: true,
    query: z.strictObject({ q: searchQuery.optional() }),
    answer: z.array(peopleRoleSchema),
  }),
  byPresident: defineCall({
    id: 'people.byPresident',
    method: 'GET',
    path: '/api/people/by-president',
    summary: 'People under each president or owner they sailed with, in order of terms; those of most voyages first',
    kept: true,
    query: peopleByPresidentQuerySchema,
    answer: peopleByPresidentSchema,
  }),
  search: defineCall({
    id: 'people.search',
    method: 'GET',
    path: '/api/curator/people/search',
    summary: 'People whose name looks like what is typed',
    kept: true,
    query: z.strictObject({ q: searchQuery }),
    answer: z.array(z.object({ person_slug: slugSchema, full_name: z.string(), role_title: z.string().nullable() })),
  }),
  create: defineCall({
    id: 'people.create',
    method: 'POST',
    path: '/api/curator/people',
    summary: 'Add a person',
    body: personCreateSchema,
    answer: personSchema,
    status: 201,
    repeatable: true,
    refusals: [409],
  }),
  update: defineCall({
    id: 'people.update',
    method: 'PUT',
    path: '/api/curator/people/{person_slug}',
    summary: 'Replace the record of a person',
    params: personParams,
    body: personUpdateSchema,
    answer: personSchema,
    conditional: true,
    refusals: [404, 409, 412],
  }),
  remove: defineCall({
    id: 'people.remove',
    method: 'DELETE',
    path: '/api/curator/people/{person_slug}',
    summary: 'Delete a person who is aboard no voyage, and is no president or owner',
    params: personParams,
    status: 204,
    conditional: true,
    refusals: [404, 409, 412],
  }),
  link: defineCall({
    id: 'people.link',
    method: 'POST',
    path: '/api/curator/people/link-to-voyage',
    summary: 'Put a person aboard a voyage',
    body: passengerLinkSchema,
    answer: passengerSchema,
    conditional: true,
    changesVoyage: true,
    repeatable: true,
    refusals: [404, 409, 412],
  }),
  relink: defineCall({
    id: 'people.relink',
    method: 'PUT',
    path: '/api/curator/people/link-to-voyage',
    summary: 'Replace what is said of a person aboard a voyage; the place among the others stays',
    body: passengerLinkSchema,
    answer: passengerSchema,
    conditional: true,
    changesVoyage: true,
    refusals: [404, 412],
  }),
  unlink: defineCall({
    id: 'people.unlink',
    method: 'DELETE',
    path: '/api/curator/people/unlink-from-voyage',
    summary: 'Take a person off a voyage; somebody with no other voyage, and no president, is deleted',
    query: linkQuery,
    answer: z.object({ person_deleted: z.boolean() }),
    conditional: true,
    changesVoyage: true,
    refusals: [404, 412],
  }),
  reorder: defineCall({
    id: 'people.reorder',
    method: 'POST',
    path: '/api/curator/people/reorder-passenger',
    summary: 'Move a passenger one place up or down',
    query: z.strictObject({ voyage_slug: slugSchema, person_slug: slugSchema, direction: z.enum(['up', 'down']) }),
    answer: z.array(passengerSchema),
    conditional: true,
    changesVoyage: true,
    refusals: [404, 412],
  }),
};
