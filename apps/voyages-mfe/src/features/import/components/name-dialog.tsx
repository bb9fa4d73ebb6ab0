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
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Who is “${written}”?`}
      description={`Your choice applies to ${formatCount(voyages, 'voyage')} in this document, and will be remembered for the next import.`}
    >
      <div className="flex min-h-72 flex-col gap-6">
        {kind === 'owner' && <ChooseOwner onDecide={onDecide} />}
        {kind === 'person' && <ChoosePerson onDecide={onDecide} />}
        {kind !== 'group' && (
          <div className="flex flex-wrap gap-2">
            {(state !== 'new' || name.suggestion !== null) && (
              <Button onClick={() => onDecide({ kind: 'new' })}>{kind === 'owner' ? 'New owner' : 'New person'}</Button>
            )}
            {kind === 'person' && state !== 'text' && (
              <Button onClick={() => onDecide({ kind: 'text' })}>Don’t link to a person</Button>
            )}
          </div>
        )}
        {kind !== 'owner' && <Split written={written} onDecide={onDecide} />}
      </div>
    </Dialog>
  );
}

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

function Split({ written, onDecide }: OnDecide & { written: string }) {
  const [names, setNames] = useState(() => splitName(written));
  const [first, second] = names;
  return (
    <form
      className="flex flex-col gap-3 border-t border-rule pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        onDecide({ kind: 'split', names: [first.trim(), second.trim()] });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="First person"
          maxLength={300}
          autoComplete="off"
          value={first}
          onChange={({ target }) => setNames([target.value, second])}
        />
        <TextField
          label="Second person"
          maxLength={300}
          autoComplete="off"
          value={second}
          onChange={({ target }) => setNames([first, target.value])}
        />
      </div>
      <Button type="submit" className="self-start" disabled={!first.trim() || !second.trim()}>
        Split into two people
      </Button>
    </form>
  );
}
