import {
  createPlaceMutation,
  fetchPlaceWithEtag,
  messageOf,
  placesQuery,
  placeToEditQuery,
  updatePlaceMutation,
  type WithEtag,
} from '@archive/api-client';
import type { Place } from '@archive/contracts';
import {
  FieldGroup,
  FormDialog,
  LeaveConfirmation,
  NewerVersion,
  useIdempotencyKey,
  useProposes,
  useRecordDraft,
} from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Dialog, Select, TextArea, TextField, toast } from '@archive/ui';
import { useRef } from 'react';
import { FindPosition } from './find-position.tsx';
import { PickPosition } from '../map/pick-position.tsx';
import { checkPlace, draftOf, EMPTY_PLACE, FIELD_LABELS, placeBody } from './place-draft.ts';
import { KIND_OPTIONS } from './place-texts.ts';

interface PlaceDialogProps {
  /** Place to edit; absent to create one. */
  slug?: string;
  onClose: () => void;
  onSaved: (place: Place) => void;
}

/** Creates or edits a place. */
export function PlaceDialog({ slug, ...rest }: PlaceDialogProps) {
  return slug === undefined ? <PlaceForm opened={null} {...rest} /> : <EditPlace slug={slug} {...rest} />;
}

function EditPlace({ slug, ...rest }: PlaceDialogProps & { slug: string }) {
  const query = useQuery(placeToEditQuery(slug, useProposes()));
  const { data } = query;
  if (data) return <PlaceForm opened={data} {...rest} />;
  return (
    <Dialog open title="Edit place" onOpenChange={rest.onClose}>
      <QueryState query={query} failed="Can’t load this place" loading="Loading place..." />
    </Dialog>
  );
}

/** All places as options, by name, except one. */
export function usePlaceOptions(except: string | undefined) {
  const { data } = useQuery(placesQuery({ limit: 1000 }));
  return (data?.items ?? [])
    .filter(({ place_slug }) => place_slug !== except)
    .map(({ place_slug, name }) => ({ value: place_slug, label: name }));
}

function PlaceForm({ opened, onClose, onSaved }: PlaceDialogProps & { opened: WithEtag<Place> | null }) {
  const client = useQueryClient();
  const proposes = useProposes();
  const keyOf = useIdempotencyKey();
  const create = useMutation(createPlaceMutation(client));
  const update = useMutation(updatePlaceMutation(client));
  const hasSaved = useRef(false);
  const name = useRef<HTMLInputElement>(null);
  // A new place has a slug after the first save.
  const slug = useRef(opened?.value.place_slug);
  const { form, save, busy, error, newer, isStored } = useRecordDraft({
    opened,
    draftOf: (place) => (place ? draftOf(place) : EMPTY_PLACE),
    check: checkPlace,
    send: async (draft, ifMatch, changedNames) => {
      const body = placeBody(draft);
      if (slug.current !== undefined)
        return update.mutateAsync({
          slug: slug.current,
          body: Object.fromEntries(changedNames.map((field) => [field, body[field]])),
          ifMatch,
        });
      const place = await create.mutateAsync({ body, idempotencyKey: keyOf(body) });
      slug.current = place.place_slug;
      return place;
    },
    reload: () => fetchPlaceWithEtag(slug.current ?? '', proposes),
    onProposed: () => {
      hasSaved.current = true;
      onClose();
    },
    onSaved: (place) => {
      hasSaved.current = true;
      toast.success(`${place.name} saved`);
      onSaved(place);
      onClose();
    },
  });
  const wholes = usePlaceOptions(opened?.value.place_slug);
  return (
    <FormDialog
      title={isStored ? 'Edit place' : 'New place'}
      saveText={isStored ? 'Save' : 'Create place'}
      busyText="Saving..."
      busy={busy}
      dirty={form.dirty}
      canSave={isStored ? form.dirty : form.draft.name.trim() !== ''}
      failure={error ? `Failed to save: ${messageOf(error)}` : undefined}
      initialFocus={name}
      onInvalid={form.showProblems}
      onSave={() => form.saveIfValid(save)}
      onClose={onClose}
      edited={opened ? { kind: 'place', slug: opened.value.place_slug } : undefined}
    >
      {newer && (
        <NewerVersion
          recordType="place"
          kind="place"
          slug={opened?.value.place_slug}
          labels={FIELD_LABELS}
          {...newer}
          mine={form.draft}
          onUseTheirs={(field) => form.change({ [field]: newer.theirs[field] })}
        />
      )}
      <FieldGroup title="Name and kind">
        <TextField ref={name} label={FIELD_LABELS.name} required autoComplete="off" {...form.field('name')} />
        <TextArea
          label={FIELD_LABELS.variants}
          rows={3}
          help="One per line, as voyages write it: Mt. Vernon. Voyages with one of these spellings lead here."
          {...form.field('variants')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select label={FIELD_LABELS.kind} options={KIND_OPTIONS} {...form.field('kind')} />
          <Select
            label={FIELD_LABELS.part_of}
            options={[{ value: '', label: 'None' }, ...wholes]}
            {...form.field('part_of')}
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Position">
        <FindPosition draft={form.draft} onChange={form.change} />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            label={FIELD_LABELS.latitude}
            inputMode="text"
            autoComplete="off"
            placeholder="38.8737"
            {...form.field('latitude')}
          />
          <TextField
            label={FIELD_LABELS.longitude}
            inputMode="text"
            autoComplete="off"
            placeholder="-76.9950"
            {...form.field('longitude')}
          />
          <TextField
            label={FIELD_LABELS.uncertainty}
            inputMode="numeric"
            autoComplete="off"
            {...form.field('uncertainty')}
          />
        </div>
        <PickPosition draft={form.draft} onChange={form.change} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label={FIELD_LABELS.wikidata} autoComplete="off" placeholder="Q…" {...form.field('wikidata')} />
          <TextField label={FIELD_LABELS.geonames} autoComplete="off" {...form.field('geonames')} />
        </div>
      </FieldGroup>
      <FieldGroup title="More details">
        <TextArea label={FIELD_LABELS.notes} rows={3} {...form.field('notes')} />
        <TextArea label={FIELD_LABELS.sources} rows={2} help="One per line" {...form.field('sources')} />
      </FieldGroup>
      <LeaveConfirmation unsaved={() => form.dirty && !hasSaved.current} />
    </FormDialog>
  );
}
