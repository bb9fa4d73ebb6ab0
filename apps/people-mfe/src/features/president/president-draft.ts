import type { PresidentBody } from '@archive/api-client';
import { endsBefore } from '@archive/contracts/dates';
import { dateProblem, type Problems } from '@archive/editing';
import { urlProblem, deathProblem, yearProblem } from '../forms/checks.ts';

export const EMPTY_PRESIDENT = {
  full_name: '',
  party: '',
  term_start: '',
  term_end: '',
  birth_year: '',
  death_year: '',
  organization: '',
  wikipedia_url: '',
  tags: '',
  notes_internal: '',
};
export type PresidentDraft = typeof EMPTY_PRESIDENT;

/** The rules of SPEC section 5, New president modal. */
export function checkPresident(draft: PresidentDraft): Problems<PresidentDraft> {
  const problems: Record<keyof PresidentDraft, string | undefined> = {
    full_name: draft.full_name.trim() === '' ? 'Please enter a full name' : undefined,
    party: undefined,
    term_start:
      draft.term_start === '' ? 'Please enter the start date of presidency/ownership' : dateProblem(draft.term_start),
    term_end:
      dateProblem(draft.term_end) ??
      (endsBefore(draft.term_end, draft.term_start) ? 'Term end can’t be before term start.' : undefined),
    birth_year: yearProblem(draft.birth_year),
    death_year: deathProblem(draft.birth_year, draft.death_year),
    organization: undefined,
    wikipedia_url: urlProblem(draft.wikipedia_url),
    tags: undefined,
    notes_internal: undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

const yearOf = (text: string) => (text === '' ? null : Number(text));
const textOf = (text: string) => text.trim() || null;

export const presidentBody = (draft: PresidentDraft): PresidentBody => ({
  president_slug: 'auto',
  full_name: draft.full_name.trim(),
  party: textOf(draft.party),
  term_start: draft.term_start,
  term_end: draft.term_end || null,
  birth_year: yearOf(draft.birth_year),
  death_year: yearOf(draft.death_year),
  organization: textOf(draft.organization),
  wikipedia_url: textOf(draft.wikipedia_url),
  notes_internal: textOf(draft.notes_internal),
  tags: draft.tags,
});
