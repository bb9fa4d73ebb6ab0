import { presidentsQuery } from '@archive/api-client';
import type { Attribute, President } from '@archive/contracts';
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { proposeOwner } from '@archive/contracts/owner-proposal';
import { dateValue } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Button } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { ATTRIBUTE_LABELS } from '../../voyage-record/attributes.tsx';
import { pickable } from '../../voyage-record/administration.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { type FieldName, type FormValues, pickedPassenger } from '../values.ts';
import { memoByFields } from './form-parts.tsx';

/** The part of the form below which a suggestion appears. */
type SuggestionPosition = 'places' | 'attributes' | 'people';

/** A fact that usually belongs to an entered fact. Nothing is set until the curator accepts it. */
interface Suggestion {
  id: string;
  section: SuggestionPosition;
  /** The suggestion as a question. */
  text: string;
  /** The values to set on acceptance. Without them, accepting moves focus to `field`. */
  changes?: Partial<FormValues>;
  field?: FieldName;
}

const MOUNT_VERNON = 'Mount Vernon';

const labelOf = (name: Attribute) =>
  ATTRIBUTE_LABELS.find((attributeLabel) => attributeLabel.name === name)?.filter ?? name;

const DETAILS = [
  {
    field: 'foreign_leader_country',
    attribute: 'has_foreign_leader',
    question: 'Add the foreign leader’s country?',
  },
  { field: 'royalty_details', attribute: 'has_royalty', question: 'Add royalty details?' },
] as const;

/** The fields that suggestions depend on. */
const FACTS = [
  'president_slug_from_voyage',
  'start_date',
  'start_location',
  'end_location',
  'attributes',
  'presidential_initials',
  'royalty_details',
  'foreign_leader_country',
  'passengers',
] as const satisfies readonly FieldName[];

type Facts = Pick<FormValues, (typeof FACTS)[number]>;

/** Suggests facts that are missing although a related fact is entered. */
export function suggestionsFor(values: Facts, presidents: readonly President[]): Suggestion[] {
  return [
    ...ownerSuggestions(values, presidents),
    ...presidentSuggestions(values, presidents),
    ...detailSuggestions(values),
    ...placeSuggestions(values),
  ];
}

const withAttribute = (values: Facts, name: Attribute): Partial<FormValues> => ({
  attributes: [...values.attributes, name],
});

/** Suggests the president or owner aboard, or on the start date. On the day of an inauguration, there are two. */
function ownerSuggestions(values: Facts, presidents: readonly President[]): Suggestion[] {
  const date = dateValue(values.start_date) ?? '';
  const [first, last] = [earliestDay(date), latestDay(date)];
  if (values.president_slug_from_voyage !== '' || first === undefined || last === undefined) return [];
  const proposal = proposeOwner(date, new Set(values.passengers.map(({ person_slug }) => person_slug)), presidents);
  if (proposal?.reason === 'aboard') return [ownerSuggestion(proposal.owner, 'who is aboard')];
  return pickable(presidents)
    .filter(({ term_start, term_end }) => {
      const [start, end] = [earliestDay(term_start ?? ''), latestDay(term_end ?? '')];
      return start !== undefined && end !== undefined && start <= first && last <= end;
    })
    .map((owner) => ownerSuggestion(owner, 'based on the start date'));
}

const ownerSuggestion = ({ president_slug, full_name }: President, reason: string): Suggestion => ({
  id: `owner ${president_slug}`,
  section: 'places',
  text: `Set President/Owner to ${full_name}, ${reason}?`,
  changes: { president_slug_from_voyage: president_slug },
});

function presidentSuggestions(values: Facts, presidents: readonly President[]): Suggestion[] {
  const { attributes, passengers, presidential_initials: initials } = values;
  const knownPresidents = presidents.filter((president) => president.presidential && president.initials !== null);
  const guest = knownPresidents.find(({ president_slug }) =>
    passengers.some(({ person_slug }) => person_slug === president_slug),
  );
  const president = knownPresidents.find((item) => item.initials === initials);
  const owner = knownPresidents.find(({ president_slug }) => president_slug === values.president_slug_from_voyage);
  const hasPresidentialUse = attributes.includes('presidential_use');
  const suggestions: Suggestion[] = [];
  const position = guest && !president ? 'people' : 'attributes';
  if (!hasPresidentialUse && (guest || initials !== ''))
    suggestions.push({
      id: 'presidential-use',
      section: position,
      text: `Also mark as ${labelOf('presidential_use')}?`,
      changes: withAttribute(values, 'presidential_use'),
    });
  const aboard = guest ?? (hasPresidentialUse ? owner : undefined);
  if (initials === '' && aboard)
    suggestions.push({
      id: `president-aboard ${aboard.president_slug}`,
      section: position,
      text: `Set President Aboard to ${aboard.full_name}?`,
      changes: { presidential_initials: aboard.initials ?? '' },
    });
  if (president && !passengers.some(({ person_slug }) => person_slug === president.president_slug))
    suggestions.push({
      id: `passenger ${president.president_slug}`,
      section: 'attributes',
      text: `Also add ${president.full_name} as a passenger?`,
      changes: {
        passengers: [
          ...passengers,
          pickedPassenger({
            person_slug: president.president_slug,
            full_name: president.full_name,
            role_title: null,
            title: null,
            capacity_role: null,
            is_crew: false,
          }),
        ],
      },
    });
  return suggestions;
}

const detailSuggestions = (values: Facts): Suggestion[] =>
  DETAILS.flatMap(({ field, attribute, question }): Suggestion[] => {
    const isMarked = values.attributes.includes(attribute);
    const isEntered = values[field].trim() !== '';
    if (isMarked === isEntered) return [];
    return isEntered
      ? [
          {
            id: attribute,
            section: 'attributes',
            text: `Also mark as ${labelOf(attribute)}?`,
            changes: withAttribute(values, attribute),
          },
        ]
      : [{ id: field, section: 'attributes', text: question, field }];
  });

function placeSuggestions(values: Facts): Suggestion[] {
  const isMarked = values.attributes.includes('mention_mount_vernon');
  const places = [values.start_location, values.end_location];
  const isAtMountVernon = places.some((place) => place.toLowerCase().includes(MOUNT_VERNON.toLowerCase()));
  if (isAtMountVernon && !isMarked)
    return [
      {
        id: 'mention_mount_vernon',
        section: 'places',
        text: `Also mark as ${labelOf('mention_mount_vernon')}?`,
        changes: withAttribute(values, 'mention_mount_vernon'),
      },
    ];
  if (isMarked && !isAtMountVernon && values.end_location.trim() === '')
    return [
      {
        id: 'end_location',
        section: 'attributes',
        text: `Set End Location to ${MOUNT_VERNON}?`,
        changes: { end_location: MOUNT_VERNON },
      },
    ];
  return [];
}

interface Props {
  form: VoyageFormState;
  position: SuggestionPosition;
}

/** Suggests facts that usually belong to the facts entered above. */
function RelatedFacts({ form: { values, set }, position }: Props) {
  const presidents = useQuery(presidentsQuery()).data?.items ?? [];
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const suggestions = suggestionsFor(values, presidents).filter(
    (suggestion) => suggestion.section === position && !dismissed.includes(suggestion.id),
  );
  const list = useRef<HTMLUListElement>(null);
  const outcome = useRef<HTMLOutputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const shouldMoveFocus = useRef(false);
  // The pressed button no longer exists, so move focus to the next suggestion.
  useEffect(() => {
    if (!shouldMoveFocus.current) return;
    shouldMoveFocus.current = false;
    if (document.activeElement === document.body) (list.current?.querySelector('button') ?? outcome.current)?.focus();
  });
  const accept = ({ text, changes, field }: Suggestion) => {
    shouldMoveFocus.current = true;
    for (const [name, value] of Object.entries(changes ?? {})) set(name as FieldName, value as never);
    if (field) document.getElementById(`voyage-${field}`)?.focus();
    else setAnnouncement(`${text} Yes.`);
  };
  const dismiss = ({ id, text }: Suggestion) => {
    shouldMoveFocus.current = true;
    setDismissed([...dismissed, id]);
    setAnnouncement(`${text} No.`);
  };
  return (
    <>
      <output ref={outcome} tabIndex={-1} className="sr-only">
        {announcement}
      </output>
      <ul ref={list} aria-label="Related facts" aria-live="polite" className="-mt-4 flex flex-col gap-2 empty:hidden">
        {suggestions.map((suggestion) => (
          <li
            key={suggestion.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-dashed border-brass bg-wash/50 px-4 py-2"
          >
            <span>{suggestion.text}</span>
            <span className="flex gap-2">
              <Button size="small" aria-label={`Yes: ${suggestion.text}`} onClick={() => accept(suggestion)}>
                Yes
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={`No: ${suggestion.text}`}
                onClick={() => dismiss(suggestion)}
              >
                No
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export const Suggestions = memoByFields(RelatedFacts, FACTS);
