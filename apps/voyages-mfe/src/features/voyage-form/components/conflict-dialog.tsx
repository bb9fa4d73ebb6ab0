import { historyQuery, presidentsQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, Dialog, formatDateTime } from '@archive/ui';
import { FieldChoice } from '@archive/ui/field-choice';
import { useState } from 'react';
import type { Difference } from '../changes.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { EDITABLE, FIELD_LABELS, type FieldName, type FormPassenger, type FormValues, NEW_OWNER } from '../values.ts';

type Side = Difference['proposed'];
type Conflict = NonNullable<VoyageFormState['conflict']>;

const CURATORS = {
  mine: 'Keep mine',
  theirs: 'Use theirs',
  allMine: 'Keep all mine',
  allTheirs: 'Use all theirs',
  bothChanged: 'changed by both',
};
/** Texts for a conflict between two windows of one curator. */
const WINDOWS: typeof CURATORS = {
  mine: 'This window',
  theirs: 'Other window',
  allMine: 'All from this window',
  allTheirs: 'All from the other window',
  bothChanged: 'changed in both',
};

/** Shown when someone else saved first: choose a version for each field. */
export function ConflictDialog({ conflict, mine }: { conflict: Conflict; mine: FormValues }) {
  const { differences, theirs, changed_at, savedByYou, slug, close, resolve } = conflict;
  const { data: history } = useQuery({ ...historyQuery('voyage', slug, 1), staleTime: 0 });
  const presidents = useQuery(presidentsQuery()).data?.items ?? [];
  const curator = history?.items[0]?.changed_by;
  const texts = savedByYou ? WINDOWS : CURATORS;
  const editor = savedByYou ? 'you, in another window' : curator;
  const [chosenSides, setChosen] = useState<Partial<Record<FieldName, Side>>>({});
  const sideOf = ({ name, proposed }: Difference): Side => chosenSides[name] ?? proposed;
  const theirFields = differences.filter((difference) => sideOf(difference) === 'theirs').map(({ name }) => name);
  const choose = (names: FieldName[], side: Side) =>
    setChosen({ ...chosenSides, ...Object.fromEntries(names.map((name) => [name, side])) });
  const all = differences.map(({ name }) => name);
  return (
    <Dialog
      open
      size="large"
      title={savedByYou ? 'You saved this voyage in another window' : 'Someone else saved this voyage'}
      description={`Saved on ${formatDateTime(changed_at)}${editor ? ` by ${editor}` : ''}, while you were editing. For each field, choose which version to keep. Nothing is saved until you confirm.`}
      onOpenChange={close}
      footer={
        <>
          <Button onClick={close}>Back to the form</Button>
          <Button variant="primary" onClick={() => void resolve(theirFields)}>
            Save with these choices
          </Button>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <Button size="small" onClick={() => choose(all, 'mine')}>
          {texts.allMine}
        </Button>
        <Button size="small" onClick={() => choose(all, 'theirs')}>
          {texts.allTheirs}
        </Button>
      </div>
      <div className="flex flex-col gap-5">
        {differences.map((item) => (
          <FieldChoice
            key={item.name}
            name={`conflict-${item.name}`}
            legend={FIELD_LABELS[item.name]}
            note={item.bothChanged ? texts.bothChanged : undefined}
            versions={[
              { value: 'mine', label: texts.mine, text: fieldText(mine, item.name, presidents) },
              { value: 'theirs', label: texts.theirs, text: fieldText(theirs, item.name, presidents) },
            ]}
            chosen={sideOf(item)}
            onChoose={(side) => choose([item.name], side)}
          />
        ))}
      </div>
    </Dialog>
  );
}

const lines = (list: string[]): string => list.join('\n');

/** "Adm. William D. Leahy, Chief of Staff (crew): Boarded at Quantico." */
function passengerText({ title, full_name, capacity_role, is_crew, notes }: FormPassenger): string {
  const name = [title, full_name].filter(Boolean).join(' ');
  const link = [name, capacity_role].filter(Boolean).join(', ');
  return `${link}${is_crew ? ' (crew)' : ''}${notes ? `: ${notes}` : ''}`;
}

/** Readable text of a field's value, with names instead of codes; empty for none. */
function fieldText(values: FormValues, name: FieldName, presidents: readonly President[]): string {
  switch (name) {
    case 'attributes':
      return EDITABLE.filter((attributeLabels) => values.attributes.includes(attributeLabels.name))
        .map(({ filter }) => filter)
        .join(', ');
    case 'passengers':
      return lines(values.passengers.map(passengerText));
    case 'spin':
      return lines(values.spin.map(({ spin, source }) => (source ? `“${spin}” — ${source}` : `“${spin}”`)));
    case 'source_urls':
    case 'additional_sources':
      return lines(
        values[name].map(({ url, media_type }) => (media_type === 'unchecked' ? url : `${url} (${media_type})`)),
      );
    case 'president_slug_from_voyage':
      if (values[name] === NEW_OWNER) return values.new_president?.full_name ?? '';
      return presidents.find(({ president_slug }) => president_slug === values[name])?.full_name ?? values[name];
    case 'presidential_initials':
      return presidents.find(({ initials }) => initials === values[name])?.full_name ?? values[name];
    case 'voyage_type':
      return values[name].slice(0, 1).toUpperCase() + values[name].slice(1);
    default:
      return values[name];
  }
}
