import { personCandidatesQuery } from '@archive/api-client';
import type { PersonMatch } from '@archive/contracts';
import { useQueryClient } from '@archive/query';
import { Notice, TextLink, formatCount } from '@archive/ui';
import { useState } from 'react';
import { lifespan, roleOf } from '../person-texts.ts';

/** Label of the button that creates the record although people in the archive may be the same person. */
export const CREATE_ANYWAY = 'Create Anyway';

/** Says that a name is more than one person’s, and lists people in the archive who may be the same person. Renders nothing without either. */
export function CandidatesNotice({ check: { name, people, isGroup } = NO_CHECK }: { check: Check | undefined }) {
  if (isGroup)
    return (
      <Notice tone="warning" announce title={`“${name}” names more than one person`}>
        Create a record for each person.
      </Notice>
    );
  if (people.length === 0) return null;
  return (
    <Notice tone="warning" announce title="Possibly already in the archive">
      <ul className="space-y-1">
        {people.map((person) => (
          <li key={person.person_slug}>
            <TextLink href={`/people/${person.person_slug}`}>{person.full_name}</TextLink>
            <span className="block text-13 tabular-nums">{matchDetailsOf(person)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface Check {
  /** The checked name, as shown in the form. */
  name: string;
  /** People in the archive who may be the same person. */
  people: PersonMatch[];
  /** Whether the name is that of more than one person: "Mr. and Mrs. John Doe". */
  isGroup: boolean;
  /** The typed text, if the form now shows a different name parsed from it. */
  typed: string | undefined;
  /** The form of address that was removed from the name. */
  title: string | null;
}

const NO_CHECK: Check = { name: '', people: [], isGroup: false, typed: undefined, title: null };

interface NameFields {
  full_name: string;
  role_title: string;
}

interface NameForm {
  draft: NameFields;
  change(values: (draft: NameFields) => NameFields): void;
}

/** A typed role after the letters that were read from the name. */
export const withLetters = (role: string, letters: string | null): string =>
  [letters, role.trim()].filter(Boolean).join(', ');

/** Checks a new person against the archive before the record is created. */
export function useCandidates({ draft, change }: NameForm) {
  const name = draft.full_name;
  const client = useQueryClient();
  const [check, setCheck] = useState<Check>();
  const [busy, setBusy] = useState(false);
  const currentCheck = check?.name === name.trim() ? check : undefined;
  /** Whether the record can be created: all candidates have been shown, or the check failed. */
  const hasNone = async (url: string): Promise<boolean> => {
    if (currentCheck) return true;
    setBusy(true);
    const trimmedName = name.trim();
    const candidates = await client.fetchQuery(personCandidatesQuery(trimmedName, url)).catch(() => undefined);
    setBusy(false);
    const isGroup = candidates?.members !== undefined;
    if (!candidates || (candidates.people.length === 0 && !isGroup && candidates.full_name === trimmedName))
      return true;
    const isRead = candidates.full_name !== trimmedName;
    setCheck({
      name: candidates.full_name,
      people: candidates.people,
      isGroup,
      typed: isRead ? trimmedName : undefined,
      title: candidates.title,
    });
    if (isRead)
      change(({ role_title }) => ({
        full_name: candidates.full_name,
        role_title: withLetters(role_title, candidates.role),
      }));
    return false;
  };
  const needsConfirmation = currentCheck !== undefined && (currentCheck.isGroup || currentCheck.people.length > 0);
  return { check: currentCheck, needsConfirmation, busy, hasNone };
}

const REASONS: Record<Exclude<NonNullable<PersonMatch['match']>, 'alias'>, string> = {
  article: 'Same Wikipedia article',
  same: 'Same name',
  part: 'Longer or shorter form of the name',
  initials: 'Same initials',
  similar: 'Similar spelling',
  surname: 'Same surname',
};

/** Why an existing person may match: "Same Wikipedia article". */
export function reasonOf({ match, matched_name }: PersonMatch): string | null {
  if (match === 'alias') return `Also known as “${matched_name}”`;
  return match && REASONS[match];
}

/** Details that distinguish people with the same name: "Prime Minister of Canada · 1874–1950 · 3 voyages". */
export const detailsOf = (person: PersonMatch): string =>
  [roleOf(person), lifespan(person), formatCount(person.voyage_count, 'voyage')].filter(Boolean).join(' · ');

/** Why a person may match, and who they are: "Similar spelling · Prime Minister of Canada · 1874–1950 · 3 voyages". */
export const matchDetailsOf = (person: PersonMatch): string =>
  [reasonOf(person), detailsOf(person)].filter(Boolean).join(' · ');
