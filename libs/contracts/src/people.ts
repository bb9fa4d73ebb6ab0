import { z } from 'zod';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import { PROPOSED } from './proposals.ts';
import { flagQuery, pagingShape, searchQuery, slugParams, slugSchema, wholeNumberQuery } from './common.ts';
import { passengerSchema, portraitUrlSchema } from './people-fields.ts';
import { createShape, fieldsWith, readShape, refineWith, updateShape } from './records/field.ts';
import { urlInputSchema } from './records/inputs.ts';
import { passengerFields, personFields, type PersonValues } from './records/person.fields.ts';

/** A person in a list. */
export const personListItemSchema = z.object({
  person_slug: slugSchema,
  ...readShape(fieldsWith(personFields, 'listed')),
  /** What the person is filed under: "Van Kirk, Theodore". Lists are sorted by it. */
  filing_name: z.string(),
  /** Form of address on the latest voyage that has one. */
  title: z.string().nullable(),
  /** Role on the latest voyage that has one. */
  capacity_role: z.string().nullable(),
  voyage_count: z.number().int(),
  portrait_url: portraitUrlSchema,
});
export type PersonListItem = z.output<typeof personListItemSchema>;

/** How a person's name matches a typed name, most certain first. */
export const PERSON_MATCHES = ['article', 'same', 'alias', 'part', 'initials', 'similar', 'surname'] as const;

/** A person found by name. */
export const personMatchSchema = personListItemSchema.extend({
  /** Null if the typed text is only the beginning of many names. */
  match: z.enum(PERSON_MATCHES).nullable(),
  /** The matching alias, if the name itself doesn't match. */
  matched_name: z.string().nullable(),
});
export type PersonMatch = z.output<typeof personMatchSchema>;

/** The typed name of a new person, and existing people who may be the same. */
export const personCandidatesSchema = z.object({
  /** The form of address in the typed name: "Adm." of "Adm. Foskett, James H.". */
  title: z.string().nullable(),
  /** The typed name without the form of address and letters, given names first. */
  full_name: z.string(),
  /** Letters, rank or service after the typed name: "M.D.", "Captain, USN". */
  role: z.string().nullable(),
  /** Most likely first. */
  people: z.array(personMatchSchema),
  /** Set if the typed text names more than one person: their names, or none if it doesn't say them. */
  members: z.array(z.string()).optional(),
});
export type PersonCandidates = z.output<typeof personCandidatesSchema>;

/** What a typed name would be filed under. */
export const filingProposalSchema = z.object({ filing_proposal: z.string() });
export type FilingProposal = z.output<typeof filingProposalSchema>;

/** A former or other spelling of a name, by which searches and imports know the person. Not shown to readers. */
export const spellingSchema = z.object({
  /** As written, or without accents and case if it was recorded before spellings were kept as written. */
  name: z.string(),
  /** Whether it was recorded by an import, not by a change or merge. */
  is_imported: z.boolean(),
});
export type Spelling = z.output<typeof spellingSchema>;

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
  ...readShape(personFields),
  /** What the person is filed under: `filed_under`, or else the proposal. */
  filing_name: z.string(),
  /** What the rules for names propose, while `filed_under` is null. */
  filing_proposal: z.string(),
  portrait_url: portraitUrlSchema,
  /** Alternative text of the portrait: that of the media item, or its title. */
  portrait_alt: z.string().nullable(),
  is_president: z.boolean(),
  voyage_count: z.number().int(),
  voyages: z.array(personVoyageSchema),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Person = z.output<typeof personSchema>;

/** Filters of a list of people. A person must match all of them. */
const peopleFilterShape = {
  q: searchQuery.optional().meta({ description: 'Words, and prefixes such as `tag:` and `president:`.' }),
  aboard: z.enum(['crew', 'passengers']).optional().meta({ description: 'On at least one voyage.' }),
  has_portrait: flagQuery.optional(),
};

/** A to Z, or # for names that begin with anything else. */
export const letterSchema = z.string().regex(/^[A-Z#]$/, 'Use a letter from A to Z, or #.');

/** The first letter of what people are filed under, with their number. */
export const peopleLetterSchema = z.object({ letter: letterSchema, people_count: z.number().int() });
export type PeopleLetter = z.output<typeof peopleLetterSchema>;

export const peopleListQuerySchema = z.strictObject({
  ...peopleFilterShape,
  role_title: searchQuery.optional(),
  letter: letterSchema.optional().meta({
    description:
      'The first letter of what people are filed under, or `#` for other signs. Accents and scripts don’t matter.',
  }),
  /**
   * `first` sorts by the day of the first voyage. `role` sorts like `GET /api/people/roles`: most common role first, people without a role
   * last.
   */
  sort: z.enum(['name', 'voyages', 'first', 'role']).default('name'),
  ...pagingShape(500),
});
export type PeopleListQuery = z.output<typeof peopleListQuerySchema>;

export const peopleStatsSchema = z.object({
  total_people: z.number().int(),
  /** Number of distinct roles and titles. */
  unique_titles: z.number().int(),
  /** Average number of voyages per person who sailed, with two decimals. */
  avg_voyages_per_passenger: z.number(),
});
export type PeopleStats = z.output<typeof peopleStatsSchema>;

/** A role or title with the number of people who have it; null for people without one. */
export const peopleRoleSchema = z.object({ role: z.string().nullable(), people_count: z.number().int() });
export type PeopleRole = z.output<typeof peopleRoleSchema>;

export const peopleByPresidentSchema = z.object({
  grouped_by_president: z.array(
    z.object({
      president_slug: slugSchema.nullable(),
      president_name: z.string().nullable(),
      president_party: z.string().nullable(),
      /** Everyone in the group, including people on other pages. */
      people_count: z.number().int(),
      people: z.array(
        z.object({
          person_slug: slugSchema,
          full_name: z.string(),
          role_title: z.string().nullable(),
          organization: z.string().nullable(),
          portrait_url: portraitUrlSchema,
          /** Number of this person's voyages under this president/owner. */
          appearance_count: z.number().int(),
        }),
      ),
    }),
  ),
});
export type PeopleByPresident = z.output<typeof peopleByPresidentSchema>;

/** Without `limit`, returns everyone; with it, up to that many people across all groups, from `offset`. With 0, only the groups. */
export const peopleByPresidentQuerySchema = z.strictObject({
  ...peopleFilterShape,
  limit: wholeNumberQuery(0, 1000).optional(),
  offset: wholeNumberQuery(0, 10_000_000).default(0),
});
export type PeopleByPresidentQuery = z.output<typeof peopleByPresidentQuerySchema>;

/** Checks the years of a person; reports the field to correct. */
export const lifeDateErrors = ({ birth_year, death_year }: Pick<PersonValues, 'birth_year' | 'death_year'>) =>
  birth_year !== null && death_year !== null && death_year < birth_year
    ? [{ path: 'death_year', message: 'The year of death is before the year of birth.' }]
    : [];

/** `auto` or absent: the server chooses the slug. An update may repeat the slug from its path. */
export const ownSlugSchema = z.union([z.literal('auto'), slugSchema]).optional();

export const personCreateSchema = z
  .object({ person_slug: ownSlugSchema, ...createShape(personFields) })
  .superRefine(refineWith(lifeDateErrors));
export type PersonCreate = z.output<typeof personCreateSchema>;

/** Absent fields keep their value, null clears them. */
export const personUpdateSchema = z.object({ person_slug: ownSlugSchema, ...updateShape(personFields) });
export type PersonUpdate = z.output<typeof personUpdateSchema>;

const passengerKeys = { person_slug: slugSchema, voyage_slug: slugSchema };

export const passengerLinkSchema = z.object({ ...passengerKeys, ...createShape(passengerFields) });
export type PassengerLink = z.output<typeof passengerLinkSchema>;

/** Absent fields keep their value, null clears them. */
export const passengerUpdateSchema = z.object({ ...passengerKeys, ...updateShape(passengerFields) });
export type PassengerUpdate = z.output<typeof passengerUpdateSchema>;

/** Everyone aboard, in the new order. */
export const passengerOrderSchema = z.object({
  voyage_slug: slugSchema,
  person_slugs: z.array(slugSchema).max(1000),
});
export type PassengerOrder = z.output<typeof passengerOrderSchema>;

const personParams = z.object({ person_slug: slugSchema });
const linkQuery = z.strictObject({ person_slug: slugSchema, voyage_slug: slugSchema });

export const peopleOperations = {
  list: defineOperation({
    id: 'people.list',
    method: 'GET',
    path: '/api/people',
    access: 'reader',
    summary: 'List people by what they are filed under; search by name, role and title',
    description: '`q` searches names, roles and titles. `X-Total-Count` has the number of all matches.',
    cacheable: true,
    query: peopleListQuerySchema,
    response: z.array(personListItemSchema),
    paged: true,
  }),
  get: defineOperation({
    id: 'people.get',
    method: 'GET',
    path: '/api/people/{slug}',
    access: 'reader',
    summary: 'Get a person with all their voyages',
    description: 'A slug that was merged into another person returns that person. Voyages are in order of their dates.',
    cacheable: true,
    params: slugParams,
    response: personSchema,
    errors: [404],
  }),
  byVoyage: defineOperation({
    id: 'people.byVoyage',
    method: 'GET',
    path: '/api/people/by-voyage/{slug}',
    access: 'reader',
    summary: 'List the passengers and crew of a voyage, in order',
    description: 'Each entry has the role on this voyage besides the person. The order is the one that curators chose.',
    cacheable: true,
    params: slugParams,
    response: z.array(passengerSchema),
    errors: [404],
  }),
  stats: defineOperation({
    id: 'people.stats',
    method: 'GET',
    path: '/api/people/roles/stats',
    access: 'reader',
    summary: 'Get statistics of the directory',
    description:
      'Figures for the top of the directory: people, distinct titles, and the average number of voyages of those who sailed.',
    cacheable: true,
    response: peopleStatsSchema,
  }),
  roles: defineOperation({
    id: 'people.roles',
    method: 'GET',
    path: '/api/people/roles',
    access: 'reader',
    summary: 'List roles and titles with the number of people, most common first, without a role last',
    description: 'For filters of the directory. `q` counts only people whose names match.',
    cacheable: true,
    query: z.strictObject(peopleFilterShape),
    response: z.array(peopleRoleSchema),
  }),
  letters: defineOperation({
    id: 'people.letters',
    method: 'GET',
    path: '/api/people/by-letter',
    access: 'reader',
    summary: 'List the first letters of what people are filed under with the number of people, # last',
    description: 'For filters of the directory. Letters without people are left out.',
    cacheable: true,
    query: z.strictObject(peopleFilterShape),
    response: z.array(peopleLetterSchema),
  }),
  byPresident: defineOperation({
    id: 'people.byPresident',
    method: 'GET',
    path: '/api/people/by-president',
    access: 'reader',
    summary: 'List people by the presidents and owners they sailed with, in order of terms, most voyages first',
    description:
      'A person who sailed with more than one of them is listed under each. `q` filters the names. `limit=0` returns the groups with their counts, without people.',
    cacheable: true,
    query: peopleByPresidentQuerySchema,
    response: peopleByPresidentSchema,
  }),
  search: defineOperation({
    id: 'people.search',
    method: 'GET',
    path: '/api/curator/people/search',
    access: 'reader',
    summary: 'Find people by name or alias, most likely first, then those with most voyages',
    description:
      'For pickers: a short list with the number of voyages of each person. Initials and inverted names match, too.',
    cacheable: true,
    query: z.strictObject({ q: searchQuery }),
    response: z.array(personMatchSchema),
  }),
  candidates: defineOperation({
    id: 'people.candidates',
    method: 'GET',
    path: '/api/curator/people/candidates',
    access: 'reader',
    summary: 'Parse a typed name and find people who may already have a record, before a person is created',
    description:
      'Compares names, aliases, initials and the Wikipedia page. An empty list means that nobody similar is known.',
    cacheable: true,
    query: z.strictObject({
      full_name: searchQuery,
      wikipedia_url: urlInputSchema.optional(),
    }),
    response: personCandidatesSchema,
  }),
  filingName: defineOperation({
    id: 'people.filingName',
    method: 'GET',
    path: '/api/curator/people/filing-name',
    access: 'reader',
    summary: 'Propose what a person with a typed name is filed under',
    description: 'The rules are those of libraries for names of persons, as far as the name alone shows its language.',
    query: z.strictObject({ full_name: searchQuery }),
    response: filingProposalSchema,
  }),
  spellings: defineOperation({
    id: 'people.spellings',
    method: 'GET',
    path: '/api/curator/people/{person_slug}/spellings',
    access: 'reader',
    summary: 'List the spellings that a person had before, or has in documents and merged records',
    description: 'Searches and imports know them. The aliases of the record are not listed.',
    cacheable: true,
    params: personParams,
    response: z.array(spellingSchema),
    errors: [404],
  }),
  removeSpelling: defineOperation({
    id: 'people.removeSpelling',
    method: 'DELETE',
    path: '/api/curator/people/{person_slug}/spellings',
    access: 'curator',
    summary: 'Remove a spelling, so that searches and imports no longer know it',
    description: 'Restore the returned revision to undo it.',
    params: personParams,
    query: z.strictObject({ name: searchQuery }),
    response: z.object({ revision: z.number().int() }),
    conditional: true,
    errors: [404, 412],
  }),
  create: defineOperation({
    id: 'people.create',
    method: 'POST',
    path: '/api/curator/people',
    access: 'contributor',
    summary: 'Add a person',
    description:
      'The slug follows what the person is filed under: the surname, then the other names. Returns 409 if the Wikipedia page already belongs to someone else.',
    bodyBytes: BODY_BYTES.record,
    body: personCreateSchema,
    ignoredFieldsOf: [personListItemSchema],
    response: personSchema,
    otherResponses: [PROPOSED],
    status: 201,
    idempotent: true,
    errors: [409],
  }),
  update: defineOperation({
    id: 'people.update',
    method: 'PUT',
    path: '/api/curator/people/{person_slug}',
    access: 'contributor',
    summary: 'Update a person',
    description: UPDATE_DESCRIPTION,
    params: personParams,
    bodyBytes: BODY_BYTES.record,
    body: personUpdateSchema,
    ignoredFieldsOf: [personListItemSchema],
    response: personSchema,
    otherResponses: [PROPOSED],
    conditional: true,
    errors: [404, 409, 412],
  }),
  remove: defineOperation({
    id: 'people.remove',
    method: 'DELETE',
    path: '/api/curator/people/{person_slug}',
    access: 'curator',
    summary: 'Delete a person who has no voyages and is not a president or owner',
    description:
      'Returns 409 while the person has voyages, or is a president or owner. History can restore the record.',
    params: personParams,
    status: 204,
    conditional: true,
    errors: [404, 409, 412],
  }),
  link: defineOperation({
    id: 'people.link',
    method: 'POST',
    path: '/api/curator/people/link-to-voyage',
    access: 'curator',
    summary: 'Add a passenger to a voyage',
    description: 'The person becomes the last passenger of the voyage. Returns 409 if they are already aboard.',
    bodyBytes: BODY_BYTES.shortFields,
    body: passengerLinkSchema,
    response: passengerSchema,
    conditional: true,
    changesVoyage: true,
    idempotent: true,
    errors: [404, 409, 412],
  }),
  relink: defineOperation({
    id: 'people.relink',
    method: 'PUT',
    path: '/api/curator/people/link-to-voyage',
    access: 'curator',
    summary: 'Update the role and notes of a passenger',
    description: UPDATE_DESCRIPTION,
    bodyBytes: BODY_BYTES.shortFields,
    body: passengerUpdateSchema,
    response: passengerSchema,
    conditional: true,
    changesVoyage: true,
    errors: [404, 412],
  }),
  unlink: defineOperation({
    id: 'people.unlink',
    method: 'DELETE',
    path: '/api/curator/people/unlink-from-voyage',
    access: 'curator',
    summary:
      'Remove a passenger from a voyage; deletes a person who has no other voyages and is not a president or owner',
    description: '`person_deleted` in the response tells whether the person was deleted. History can restore both.',
    query: linkQuery,
    response: z.object({ person_deleted: z.boolean() }),
    conditional: true,
    changesVoyage: true,
    errors: [404, 412],
  }),
  reorder: defineOperation({
    id: 'people.reorder',
    method: 'POST',
    path: '/api/curator/people/reorder-passenger',
    access: 'curator',
    summary: 'Move a passenger one place up or down',
    description: '`direction` is `up` or `down`. Use people.setOrder to set the whole order at once.',
    query: z.strictObject({ voyage_slug: slugSchema, person_slug: slugSchema, direction: z.enum(['up', 'down']) }),
    response: z.array(passengerSchema),
    conditional: true,
    changesVoyage: true,
    errors: [404, 412],
  }),
  setOrder: defineOperation({
    id: 'people.setOrder',
    method: 'PUT',
    path: '/api/curator/people/passenger-order',
    access: 'curator',
    summary: 'Set the order of all passengers of a voyage',
    description:
      'The list must contain everyone aboard exactly once. Returns 409 if passengers were added or removed since.',
    bodyBytes: BODY_BYTES.slugs,
    body: passengerOrderSchema,
    response: z.array(passengerSchema),
    conditional: true,
    changesVoyage: true,
    errors: [404, 409, 412],
  }),
};
