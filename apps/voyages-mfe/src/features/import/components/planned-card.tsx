import type { IngestCard, IngestCardPerson, IngestName, IngestReport } from '@archive/contracts';
import { Anchor, Badge, Eyebrow, linkClass, Panel } from '@archive/ui';
import type { ReactNode } from 'react';
import { AttributeBadges } from '../../voyage-record/attributes.tsx';
import { StartAndEnd, VoyageFacts } from '../../voyage-record/components/voyage-facts.tsx';
import { VoyageSources } from '../../voyage-record/components/sources.tsx';
import { VoyageText } from '../../voyage-record/components/voyage-text.tsx';
import { NameControls } from './name-controls.tsx';
import { NameMatch, OtherSpellings } from './name-match.tsx';

/** Hides the media badges, because photographs and videos are downloaded only after the import. */
const NO_MEDIA = { has_photo: false, has_video: false };

const OWNER_REASONS = {
  voyage: 'Stated in the voyage',
  heading: 'From the heading',
  aboard: 'Proposed: was aboard',
  term: 'Proposed: the term includes the date',
} as const;

const TEXTS = ['summary_markdown', 'additional_information', 'notes'] as const;

interface PlannedCardProps {
  card: IngestCard;
  /** The names in the lines of the voyage. */
  names: readonly IngestName[];
  report: IngestReport;
}

/** A voyage as it would be after the import, with the decisions about its names. */
export function PlannedCard({ card, names, report }: PlannedCardProps) {
  const { fields, owner } = card;
  const keys = new Set([owner, ...card.people].map((person) => person?.name_key));
  const others = names.filter(({ key }) => !keys.has(key));
  const controlsOf = ({ name_key }: Pick<IngestCardPerson, 'name_key'>) => {
    const name = names.find(({ key }) => key === name_key);
    return name && <NameControls name={name} report={report} />;
  };
  const hasText = TEXTS.some((name) => fields[name] !== null) || fields.spin.length > 0;
  return (
    <Panel className="flex min-w-0 flex-col gap-6 p-4">
      <div className="flex flex-col gap-3">
        {owner && (
          <p className="flex flex-wrap items-baseline gap-2">
            <NameOf person={owner} />
            {owner.state === 'new' && <Badge tone="sea">New owner</Badge>}
            {owner.reason && <span className="text-13 text-faded">{OWNER_REASONS[owner.reason]}</span>}
            {controlsOf(owner)}
          </p>
        )}
        <StartAndEnd voyage={fields} />
        <AttributeBadges voyage={{ ...fields, ...NO_MEDIA }} />
      </div>
      {hasText && <VoyageText voyage={fields} level={4} quoteSize="medium" />}
      <People people={card.people} guests={fields.additional_guests} names={names} controlsOf={controlsOf} />
      {others.length > 0 && (
        <ul className="flex flex-col gap-2" aria-label="Other names">
          {others.map((name) => (
            <li key={name.key} className="flex flex-wrap items-center gap-x-2">
              <span className="break-words">“{name.written}”</span>
              <NameMatch name={name} />
              <NameControls name={name} report={report} />
            </li>
          ))}
        </ul>
      )}
      <VoyageFacts voyage={fields} level={4} />
      <VoyageSources voyage={fields} level={4} />
    </Panel>
  );
}

interface PeopleProps {
  people: readonly IngestCardPerson[];
  guests: string | null;
  names: readonly IngestName[];
  controlsOf: (person: IngestCardPerson) => ReactNode;
}

function People({ people, guests, names, controlsOf }: PeopleProps) {
  const isUndecided = ({ name_key }: IngestCardPerson) =>
    names.find(({ key, decision }) => key === name_key && !decision);
  const suggestionFor = (person: IngestCardPerson) => isUndecided(person)?.suggestion;
  const groups = [
    { title: 'Passengers & guests', list: people.filter(({ is_crew }) => !is_crew), guests },
    { title: 'Crew', list: people.filter(({ is_crew }) => is_crew), guests: null },
  ].filter((group) => group.list.length > 0 || group.guests !== null);
  return groups.map((group) => (
    <section key={group.title} className="min-w-0">
      <h4 className="mb-2 font-sans">
        <Eyebrow>{group.title}</Eyebrow>
      </h4>
      <ul className="flex flex-col gap-2">
        {group.list.map((person, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-2">
            {person.title && <span className="text-faded">{person.title}</span>}
            <NameOf person={person} />
            {person.capacity_role && <span className="text-13 text-faded">{person.capacity_role}</span>}
            {person.state !== 'known' && (
              <Badge tone={person.state === 'new' ? 'sea' : 'amber'}>
                {person.state === 'new' ? 'New person' : 'Possible match'}
              </Badge>
            )}
            {suggestionFor(person) && (
              <span className="text-13">Possible match: {suggestionFor(person)?.full_name}</span>
            )}
            <span className="text-13">
              <OtherSpellings spellings={isUndecided(person)?.spellings ?? []} />
            </span>
            {controlsOf(person)}
          </li>
        ))}
      </ul>
      {group.guests !== null && <p className="mt-2 font-serif text-17 text-faded italic">{group.guests}</p>}
    </section>
  ));
}

function NameOf({
  person: { full_name, person_slug },
}: {
  person: Pick<IngestCardPerson, 'full_name' | 'person_slug'>;
}) {
  if (person_slug === null) return <span>{full_name}</span>;
  return (
    <Anchor href={`/people/${person_slug}`} className={linkClass()}>
      {full_name}
    </Anchor>
  );
}
