import { peopleQuery, presidentsQuery } from '@archive/api-client';
import { isPickableOwner } from '@archive/contracts/owner-proposal';
import { RIGHTS } from '@archive/contracts/rights';
import { DateField, FieldGroup } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Select, TextArea, TextField } from '@archive/ui';
import type { SharedFields, SharedTexts } from '../upload-draft.ts';
import { PeopleField } from './people-field.tsx';
import { PlaceFields, type PlaceFieldsProps, type UploadPlace } from './place-fields.tsx';

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

interface Owner {
  slug: string;
  name: string;
}

const mentionsPresident = (text: string | null) => text?.toLowerCase().includes('president') ?? false;

/** Owners of an upload: people whose role or slug contains "president" (SPEC section 5), plus the other owners. */
export function useOwners(): { owners: Owner[]; loading: boolean; failed: boolean } {
  const people = useQuery(peopleQuery({ q: 'president', limit: 500 }));
  const presidents = useQuery(presidentsQuery());
  const owners = new Map<string, string>();
  for (const { president_slug: slug, full_name: name } of presidents.data?.items ?? []) owners.set(slug, name);
  for (const { person_slug: slug, full_name: name, role_title: role } of people.data?.items ?? [])
    if (mentionsPresident(role) || mentionsPresident(slug)) owners.set(slug, name);
  return {
    owners: [...owners]
      .map(([slug, name]) => ({ slug, name }))
      .filter(({ slug }) => isPickableOwner({ president_slug: slug })),
    loading: people.isPending || presidents.isPending,
    failed: people.isError && presidents.isError,
  };
}

/** Folder name of a president: lower case, spaces as hyphens (SPEC section 5). */
export const folderOf = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, '-');
