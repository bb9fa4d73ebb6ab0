import type { PersonChanges, PersonFields } from '@archive/api-client';
import { draftFrom, type Problems } from '@archive/editing';
import { urlProblem, deathProblem, yearProblem } from '../forms/life-fields.tsx';

export const EMPTY_PERSON = {
  full_name: '',
  filed_under: '',
  aliases: '',
  role_title: '',
  organization: '',
  birth_year: '',
  death_year: '',
  wikipedia_url: '',
  tags: '',
  notes_internal: '',
};
export type PersonDraft = typeof EMPTY_PERSON;

export const FIELD_LABELS: Record<keyof PersonDraft, string> = {
  full_name: 'Full Name',
  filed_under: 'Filed Under',
  aliases: 'Also Known As',
  role_title: 'Role/Title',
  organization: 'Organization',
  birth_year: 'Birth Year',
  death_year: 'Death Year',
  wikipedia_url: 'Wikipedia URL',
  tags: 'Tags',
  notes_internal: 'Internal Notes',
};
export const PERSON_FIELDS = Object.keys(EMPTY_PERSON) as (keyof PersonDraft)[];

/** A person, current or from history, as form text. */
export const draftOf = (person: { [name in keyof PersonDraft]?: unknown }): PersonDraft => ({
  ...draftFrom(EMPTY_PERSON, person),
  // Separated by semicolons, because names contain commas.
  aliases: Array.isArray(person.aliases) ? person.aliases.join('; ') : '',
});

export function checkPerson(draft: PersonDraft): Problems<PersonDraft> {
  const problems: Problems<PersonDraft> = {};
  if (draft.full_name.trim() === '') problems.full_name = 'Please enter a full name';
  const fieldProblems = {
    birth_year: yearProblem(draft.birth_year),
    death_year: deathProblem(draft.birth_year, draft.death_year),
    wikipedia_url: urlProblem(draft.wikipedia_url),
  };
  for (const [name, problem] of Object.entries(fieldProblems))
    if (problem) problems[name as keyof typeof fieldProblems] = problem;
  return problems;
}

const yearOf = (text: string) => (text === '' ? null : Number(text));
const textOf = (text: string) => text.trim() || null;

/** The request body of a new person; blanks become null (SPEC section 5). */
export const personBody = (draft: PersonDraft, slug = 'auto'): PersonFields => ({
  person_slug: slug,
  full_name: draft.full_name.trim(),
  filed_under: textOf(draft.filed_under),
  aliases: draft.aliases,
  role_title: textOf(draft.role_title),
  organization: textOf(draft.organization),
  birth_year: yearOf(draft.birth_year),
  death_year: yearOf(draft.death_year),
  wikipedia_url: textOf(draft.wikipedia_url),
  notes_internal: textOf(draft.notes_internal),
  tags: draft.tags,
});

/** The request body of an update: only the changed fields, because absent fields stay unchanged. */
export function personChanges(draft: PersonDraft, changedNames: readonly (keyof PersonDraft)[]): PersonChanges {
  const body = personBody(draft);
  return Object.fromEntries(changedNames.map((name) => [name, body[name]]));
}
