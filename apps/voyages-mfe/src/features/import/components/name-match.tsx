import type { IngestName } from '@archive/contracts';
import { Anchor, Badge, formatList, linkClass } from '@archive/ui';

function PersonLink({ person: { person_slug, full_name } }: { person: NonNullable<IngestName['person']> }) {
  if (person_slug === null) return full_name;
  return (
    <Anchor href={`/people/${person_slug}`} className={linkClass()}>
      {full_name}
    </Anchor>
  );
}

/** Shows to whom a name in the document refers: a person in the archive, a likely match, a new person, or no one. */
export function NameMatch({ name: { state, person, suggestion, spellings, kind, decision } }: { name: IngestName }) {
  if (state === 'text') return <span className="text-faded">Not linked to a person</span>;
  if (state === 'split')
    return (
      <span className="text-faded">
        Read as {decision?.kind === 'split' ? formatList(decision.names) : 'two people'}
      </span>
    );
  return (
    <>
      {state === 'new' && <Badge tone="sea">{kind === 'owner' ? 'New owner' : 'New person'}</Badge>}
      {state === 'likely' && <span>Possible match:</span>}
      {state !== 'new' && person && <PersonLink person={person} />}
      {suggestion && !decision && (
        <span>
          Possible match: <PersonLink person={suggestion} />
        </span>
      )}
      {!decision && <OtherSpellings spellings={spellings} />}
    </>
  );
}

/** Shows how other voyages in the document probably spell the same name. */
export function OtherSpellings({ spellings }: Pick<IngestName, 'spellings'>) {
  if (spellings.length === 0) return null;
  const names = new Set(spellings.map(({ full_name }) => `“${full_name}”`));
  return <span>Also written as {formatList([...names])}</span>;
}
