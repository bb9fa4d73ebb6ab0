import { type DraftWith, FIRST_YEAR, FieldGroup, LAST_YEAR } from '@archive/editing';
import { TextArea, TextField } from '@archive/ui';

type LifeDraft = DraftWith<
  'role_title' | 'organization' | 'birth_year' | 'death_year' | 'wikipedia_url' | 'tags' | 'notes_internal'
>;

export function RoleAndYearFields({ draft }: { draft: LifeDraft }) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Role/Title" autoComplete="off" {...draft.field('role_title')} />
        <TextField label="Organization" autoComplete="off" {...draft.field('organization')} />
      </div>
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
    </>
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

/** The first four digits of the typed text. */
const yearDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 4);

export const yearProblem = (year: string): string | undefined =>
  year === '' || (Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR)
    ? undefined
    : `Enter a year between ${FIRST_YEAR} and ${LAST_YEAR}.`;

/** Checks the year of death, which must not be before the year of birth. */
export const deathProblem = (born: string, died: string): string | undefined =>
  yearProblem(died) ??
  (born !== '' && died !== '' && Number(died) < Number(born) ? 'Death year can’t be before birth year.' : undefined);

export function urlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === '' || (/^https?:\/\/[^\s/]/.test(url) && URL.canParse(url))) return undefined;
  return 'Enter a full web address (https://…)';
}
