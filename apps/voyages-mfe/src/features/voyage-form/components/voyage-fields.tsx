import { presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { type EnteredPresident, RemoteComponent } from '@archive/shell-api';
import { Button, Notice, Select } from '@archive/ui';
import { useState } from 'react';
import { pickable } from '../../voyage-record/administration.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { NEW_OWNER } from '../values.ts';
import { FormSection, TypedTextField, memoByFields } from './form-parts.tsx';

const TYPES = [
  { value: '', label: 'None' },
  { value: 'official', label: 'Official' },
  { value: 'private', label: 'Private' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'other', label: 'Other' },
];
const UNKNOWN = { value: 'unknown', label: 'Unknown' };

/** Title, type, and president or owner. */
function Fields({ form }: { form: VoyageFormState }) {
  const { values, set, setNewPresident, errors, base } = form;
  const presidents = useQuery(presidentsQuery()).data?.items ?? [];
  const options = pickable(presidents).map(({ president_slug, full_name }) => ({
    value: president_slug,
    label: full_name,
  }));
  const owner = values.president_slug_from_voyage;
  // Keep an owner that the picker doesn't list, until another one is selected.
  const entered = values.new_president;
  const isUnlisted = owner !== '' && owner !== NEW_OWNER && !options.some(({ value }) => value === owner);
  const name =
    presidents.find(({ president_slug }) => president_slug === owner)?.full_name ?? form.stored?.voyage.president_name;
  return (
    <FormSection title="Voyage">
      <TypedTextField form={form} name="title" maxLength={500} help="If blank, generated from the place and date." />
      <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
        <Select
          id="voyage-voyage_type"
          label="Voyage Type"
          value={values.voyage_type}
          options={base.voyage_type === UNKNOWN.value ? [...TYPES, UNKNOWN] : TYPES}
          error={errors.voyage_type}
          onChange={({ target }) => set('voyage_type', target.value)}
        />
        <div className="flex flex-wrap items-start gap-2 max-sm:flex-col max-sm:items-stretch">
          <Select
            id="voyage-president_slug_from_voyage"
            label="President/Owner"
            value={owner}
            options={[
              { value: '', label: 'Not recorded' },
              ...options,
              ...(entered ? [{ value: NEW_OWNER, label: `${entered.full_name} (new)` }] : []),
              ...(isUnlisted ? [{ value: owner, label: name ?? owner }] : []),
            ]}
            error={errors.president_slug_from_voyage}
            help={
              owner === NEW_OWNER
                ? 'Created when you save the voyage.'
                : 'The president in office or the owner of the yacht, whether aboard or not.'
            }
            fieldClassName="flex-1 sm:min-w-52"
            onChange={({ target }) => set('president_slug_from_voyage', target.value)}
          />
          <NewOwner
            onEntered={(president) => {
              setNewPresident(president);
              set('president_slug_from_voyage', NEW_OWNER);
            }}
          />
        </div>
      </div>
    </FormSection>
  );
}

export const VoyageFields = memoByFields(
  Fields,
  ['voyage_type', 'president_slug_from_voyage', 'new_president'],
  ['title'],
);

/** Creates a president or owner in a dialog. */
function NewOwner({ onEntered }: { onEntered(president: EnteredPresident): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="whitespace-nowrap sm:mt-6" onClick={() => setOpen(true)}>
        + New President/Owner
      </Button>
      {open && (
        <RemoteComponent
          remote="people"
          exposed="./president-modal"
          props={{ open, onClose: () => setOpen(false), onEntered }}
          fallback={(retry) => (
            <Notice
              announce
              tone="warning"
              className="basis-full"
              action={
                <>
                  <Button size="small" onClick={retry}>
                    Retry
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
                    Close
                  </Button>
                </>
              }
            >
              Can’t create a president or owner right now. You can save the voyage without one and add it later.
            </Notice>
          )}
        />
      )}
    </>
  );
}
