import {
  albumFields,
  albumOperations,
  type Fields,
  mediaFields,
  mediaOperations,
  peopleOperations,
  personFields,
  placeFields,
  placeOperations,
  presidentFields,
  type ProposalKind,
  storyFields,
  storyOperations,
  voyageFields,
  voyageOperations,
} from '@archive/contracts';
import type { z } from 'zod';
import { invalidFields, parseOrReject } from '../../common/index.ts';

export type Values = Record<string, unknown>;

interface Kind {
  fields: Fields;
  /** What a form can send besides the fields. */
  others: readonly string[];
  create?: z.ZodType;
  update: z.ZodType;
}

const KINDS: Record<ProposalKind, Kind> = {
  voyage: {
    fields: voyageFields,
    others: [
      'start_date_written',
      'end_date_written',
      'president_slug_from_voyage',
      'new_president',
      'aboard',
      'new_passengers',
    ],
    create: voyageOperations.create.body,
    update: voyageOperations.update.body,
  },
  person: {
    fields: personFields,
    others: ['person_slug', 'portrait'],
    create: peopleOperations.create.body,
    update: peopleOperations.update.body,
  },
  media: { fields: mediaFields, others: [], update: mediaOperations.update.body },
  album: {
    fields: albumFields,
    others: ['voyage_slug'],
    create: albumOperations.create.body,
    update: albumOperations.update.body,
  },
  place: {
    fields: placeFields,
    others: [],
    create: placeOperations.create.body,
    update: placeOperations.update.body,
  },
  story: {
    fields: storyFields,
    others: [],
    create: storyOperations.create.body,
    update: storyOperations.update.body,
  },
};

/** What a curator accepts together, by the names that requests and history have. */
const TOGETHER = new Map([
  ['start_date_written', 'start_date'],
  ['end_date_written', 'end_date'],
  ['president_slug_from_voyage', 'president_name'],
  ['new_president', 'president_name'],
  ['aboard', 'passengers'],
  ['new_passengers', 'passengers'],
  // Where a new record is.
  ['voyage_slug', 'title'],
  ['voyage_title', 'title'],
  ['person_slug', 'full_name'],
]);
export const unitOf = (name: string) => TOGETHER.get(name) ?? name;

export const isBlank = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** What a contributor sent: only what a form has. @throws 422 for another field */
export function sentValues(kind: ProposalKind, slug: string | null, values: Values): Values {
  const { fields, others } = KINDS[kind];
  const sent = Object.entries(values).filter(([name, value]) => {
    if (value === undefined || (name === 'person_slug' && value === slug)) return false;
    // A new album comes last.
    if (slug === null && name === 'sort_order') return false;
    // Requests have these with and without a value.
    return slug !== null && !name.startsWith('new_') ? true : !isBlank(value);
  });
  const inForm = (name: string, of: Fields) => Object.hasOwn(of, name) && of[name]?.form === true;
  const proposed = Object.fromEntries(sent);
  const rejected = [
    ...Object.keys(proposed).filter((name) => !inForm(name, fields) && !others.includes(name)),
    ...newPeopleOf(proposed).flatMap(({ path, person }) =>
      Object.keys(person)
        .filter((name) => !isBlank(person[name] ?? null) && !inForm(name, PEOPLE) && !name.endsWith('_slug'))
        .map((name) => `${path}.${name}`),
    ),
  ];
  if (rejected.length > 0)
    throw invalidFields(rejected.map((path) => ({ path, message: 'Only a curator can change this.' })));
  return proposed;
}

/** What is stored as the input of the form's operation, checked again. */
export function parsed(kind: ProposalKind, slug: string | null, values: Values): object {
  const { create, update } = KINDS[kind];
  return parseOrReject(slug === null && create ? create : update, values) as object;
}

/** People who are created with a voyage. */
export const newPeopleOf = (values: Values): { unit: string; path: string; person: Values }[] => [
  ...((values['new_passengers'] ?? []) as { person: Values }[]).map(({ person }, index) => ({
    unit: 'passengers',
    path: `new_passengers.${index}.person`,
    person,
  })),
  ...(values['new_president']
    ? [{ unit: 'president_name', path: 'new_president', person: values['new_president'] as Values }]
    : []),
];

export const PEOPLE: Fields = { ...personFields, ...presidentFields };
