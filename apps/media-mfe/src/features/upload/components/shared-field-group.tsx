import { RIGHTS } from '@archive/contracts/rights';
import { DateField, FieldGroup } from '@archive/editing';
import { Select, TextArea, TextField } from '@archive/ui';
import { PlaceFields, type PlaceFieldsProps, type UploadPlace } from './place-fields.tsx';
import type { Owner } from '../owners.ts';
import type { SharedFields, SharedTexts } from '../upload-draft.ts';
import { PeopleField } from './people-field.tsx';

const CATEGORIES = [
  { value: 'source', label: 'Source' },
  { value: 'additional_source', label: 'Additional source' },
];
const RIGHTS_OPTIONS = [{ value: '', label: 'Unknown' }, ...RIGHTS];

interface SharedFieldGroupProps {
  title: string;
  shared: SharedFields;
  place: UploadPlace;
  /** Whether the dialog was opened for a voyage. */
  isVoyageFixed: boolean;
  /** Whether to offer the albums of the voyage. */
  hasAlbums: boolean;
  isMultiple: boolean;
  owners: readonly Owner[];
  loading: boolean;
  disabled: boolean;
  presidentError: string | undefined;
  onPlace: PlaceFieldsProps['onChange'];
  onChange: (changes: Partial<SharedFields>) => void;
  /** Called with a person's name that is typed but not chosen. */
  onPendingPerson: (name: string) => void;
}

/** The fields that all files of an upload share. */
export function SharedFieldGroup({
  title,
  shared,
  place,
  isVoyageFixed,
  hasAlbums,
  isMultiple,
  owners,
  loading,
  disabled,
  presidentError,
  onPlace,
  onChange,
  onPendingPerson,
}: SharedFieldGroupProps) {
  const field = (name: keyof SharedTexts) => ({
    name,
    value: shared[name],
    disabled,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <FieldGroup title={title}>
      <PlaceFields
        place={place}
        isVoyageFixed={isVoyageFixed}
        hasAlbums={hasAlbums}
        disabled={disabled}
        onChange={onPlace}
      />
      {place.voyage && <Select label="Category" required options={CATEGORIES} {...field('media_category')} />}
      {!isVoyageFixed && (
        <Select
          label="President"
          required
          error={presidentError}
          options={[
            { value: '', label: loading ? 'Loading presidents...' : 'Select a president' },
            ...owners.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          {...field('president_slug')}
        />
      )}
      <TextField label="Credit" autoComplete="off" {...field('credit')} />
      {isMultiple && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <DateField
            approximate
            label="Date for all files"
            help="Used for files without a date of their own"
            {...field('date')}
          />
          <Select label="Rights" options={RIGHTS_OPTIONS} {...field('rights')} />
        </div>
      )}
      <TextArea label="Description" rows={3} {...field('description_markdown')} />
      <PeopleField
        label={isMultiple ? 'People in all files' : 'People'}
        people={shared.people}
        disabled={disabled}
        onChange={(people) => onChange({ people })}
        onPending={onPendingPerson}
      />
      <TextField label="Tags" autoComplete="off" help="Separate tags with commas" {...field('tags')} />
    </FieldGroup>
  );
}
