import { FieldGroup, type DraftWith } from '@archive/editing';
import { TextArea, TextField } from '@archive/ui';
import { yearDigits } from './checks.ts';

type LifeDraft = DraftWith<'birth_year' | 'death_year' | 'wikipedia_url' | 'tags' | 'notes_internal'>;

export function YearFields({ draft }: { draft: LifeDraft }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      {(['birth_year', 'death_year'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'birth_year' ? 'Birth Year' : 'Death Year'}
          inputMode="numeric"
          autoComplete="off"
          placeholder="YYYY"
          {...draft.field(name, yearDigits)}
        />
      ))}
    </div>
  );
}

/** Fields that people and presidents share. */
export function MoreFields({ draft }: { draft: LifeDraft }) {
  return (
    <FieldGroup title="More details">
      <TextField
        label="Wikipedia URL"
        type="url"
        autoComplete="off"
        placeholder="https://en.wikipedia.org/wiki/…"
        {...draft.field('wikipedia_url')}
      />
      <TextField label="Tags" autoComplete="off" help="Separate tags with commas" {...draft.field('tags')} />
      <TextArea label="Internal Notes" rows={3} {...draft.field('notes_internal')} />
    </FieldGroup>
  );
}
