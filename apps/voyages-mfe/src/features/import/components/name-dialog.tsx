import { presidentsQuery } from '@archive/api-client';
import type { IngestName, NameDecision } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Dialog, formatCount, Notice, Select, SkeletonBlock, TextField } from '@archive/ui';
import { useState } from 'react';
import { splitName } from '../split-name.ts';

interface NameDialogProps {
  name: IngestName;
  onDecide: (decision: NameDecision) => void;
  onClose: () => void;
}

/** Every decision that a curator can make about a name. */
export function NameDialog({ name, onDecide, onClose }: NameDialogProps) {
  const { kind, written, voyages, state } = name;
  const isOwner = kind === 'owner' || kind === 'proposed_owner';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={kind === 'proposed_owner' ? 'Who was the owner?' : `Who is “${written}”?`}
      description={`Your choice applies to ${formatCount(voyages, 'voyage')} in this document${kind === 'proposed_owner' ? '' : ', and will be remembered for the next import'}.`}
    >
      <div className="flex min-h-72 flex-col gap-6">
        {isOwner && <ChooseOwner onDecide={onDecide} />}
        {kind === 'person' && <ChoosePerson onDecide={onDecide} />}
        {kind !== 'group' && (
          <div className="flex flex-wrap gap-2">
            {kind !== 'proposed_owner' && (state !== 'new' || name.suggestion !== null) && (
              <Button onClick={() => onDecide({ kind: 'new' })}>{kind === 'owner' ? 'New owner' : 'New person'}</Button>
            )}
            {(state !== 'text' || (isOwner && !name.decision)) && (
              <Button onClick={() => onDecide({ kind: 'text' })}>
                {isOwner ? 'No owner' : 'Don’t link to a person'}
              </Button>
            )}
          </div>
        )}
        {!isOwner && <Split name={name} onDecide={onDecide} />}
      </div>
    </Dialog>
  );
}

/** Maximum number of people that an entry is split into. */
const MAX_PEOPLE = 12;
const LABELS = ['First person', 'Second person'];

type OnDecide = Pick<NameDialogProps, 'onDecide'>;

const ChoosePerson = ({ onDecide }: OnDecide) => (
  <RemoteComponent
    remote="people"
    exposed="./person-picker"
    props={{
      label: 'Choose a person',
      onPick: ({ person_slug }) => onDecide({ kind: 'person', person_slug }),
    }}
    loading={<SkeletonBlock className="h-24" />}
    fallback={(retry) => (
      <Notice
        announce
        tone="warning"
        action={
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        }
      >
        Can’t load people right now.
      </Notice>
    )}
  />
);

function ChooseOwner({ onDecide }: OnDecide) {
  const owners = useQuery(presidentsQuery()).data?.items ?? [];
  const [slug, setSlug] = useState('');
  const options = [
    { value: '', label: 'Choose...' },
    ...owners.map(({ president_slug, full_name }) => ({ value: president_slug, label: full_name })),
  ];
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label="President/Owner"
        options={options}
        value={slug}
        onChange={({ target: { value } }) => setSlug(value)}
      />
      <Button variant="primary" disabled={slug === ''} onClick={() => onDecide({ kind: 'person', person_slug: slug })}>
        Use this owner
      </Button>
    </div>
  );
}

/** The names of the people that an entry means, one field each, starting with those that are proposed. */
function Split({ name: { kind, written, proposal, decision }, onDecide }: OnDecide & Pick<NameDialogProps, 'name'>) {
  const [names, setNames] = useState<string[]>(() => {
    if (decision?.kind === 'split') return decision.names;
    return proposal.length > 0 ? proposal.map(({ full_name }) => full_name) : splitName(written);
  });
  const entered = names.map((name) => name.trim()).filter((name) => name !== '');
  return (
    <form
      className="flex flex-col gap-3 border-t border-rule pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        onDecide({ kind: 'split', names: entered });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name, index) => (
          <TextField
            key={index}
            label={LABELS[index] ?? `Person ${index + 1}`}
            maxLength={300}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setNames(names.with(index, target.value))}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={entered.length < (kind === 'group' ? 1 : 2)}>
          {kind === 'group' && entered.length < 2
            ? 'Use this person'
            : entered.length > 2
              ? `Split into ${entered.length} people`
              : 'Split into two people'}
        </Button>
        {names.length < MAX_PEOPLE && (
          <Button variant="quiet" onClick={() => setNames([...names, ''])}>
            Add a person
          </Button>
        )}
      </div>
    </form>
  );
}
