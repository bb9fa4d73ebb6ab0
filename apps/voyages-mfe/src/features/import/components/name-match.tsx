import type { IngestName, OwnerProposalReason } from '@archive/contracts';
import { Anchor, Badge, formatList, linkClass } from '@archive/ui';
import { Fragment } from 'react';

function PersonLink({ person: { person_slug, full_name } }: { person: NonNullable<IngestName['person']> }) {
  if (person_slug === null) return full_name;
  return (
    <Anchor href={`/people/${person_slug}`} className={linkClass()}>
      {full_name}
    </Anchor>
  );
}

/** Why an owner that the document doesn't state is proposed. */
export const PROPOSED_BECAUSE = {
  aboard: 'who was aboard',
  term: 'whose term includes the date',
} as const satisfies Record<OwnerProposalReason, string>;

/** Shows to whom a name in the document refers: a person in the archive, a likely match, a new person, or no one. */
export function NameMatch({ name }: { name: IngestName }) {
  const { state, person, suggestion, spellings, kind, decision, proposal, reason } = name;
  if (kind === 'proposed_owner' && state === 'likely' && person)
    return (
      <span>
        Proposed owner: <PersonLink person={person} />, {PROPOSED_BECAUSE[reason ?? 'term']}
      </span>
    );
  if (state === 'text' && kind.endsWith('owner'))
    return <span className="text-faded">{kind === 'owner' ? 'May be a title. Not an owner' : 'No owner'}</span>;
  if (state === 'text' && proposal.length > 0 && !decision)
    return (
      <span>
        Proposed:{' '}
        {proposal.map((member, index) => (
          <Fragment key={member.full_name}>
            {index > 0 && ', '}
            <PersonLink person={member} />
            {member.person_slug === null && ' (not in the archive)'}
          </Fragment>
        ))}
      </span>
    );
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
