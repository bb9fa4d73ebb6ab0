import {
  type WithEtag,
  fetchMediaWithEtag,
  mediaToEditQuery,
  messageOf,
  updateMediaMutation,
} from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { RIGHTS, rightsLabel } from '@archive/contracts/rights';
import {
  APPROXIMATE_DATE_HELP,
  DateField,
  FieldGroup,
  FormDialog,
  LeaveConfirmation,
  NewerVersion,
  useRecordDraft,
  useProposes,
} from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Dialog, Select, TextArea, TextField, toast } from '@archive/ui';
import { useRef } from 'react';
import { type FoundInFile, foundInFile } from './metadata-in-file.tsx';
import { MEDIA_TYPE_OPTIONS } from '../stored-file.ts';
import { FIELD_LABELS, type MediaDraft, checkMedia, draftOf, formatValue, mediaChanges } from './media-draft.ts';

const TITLE = 'Edit Media Metadata';

interface MediaDialogProps {
  slug: string;
  onClose: () => void;
}

/** Edits the metadata of a media item. */
export function MediaDialog({ slug, onClose }: MediaDialogProps) {
  const query = useQuery(mediaToEditQuery(slug, useProposes()));
  const { data } = query;
  if (data) return <MediaForm opened={data} onClose={onClose} />;
  return (
    <Dialog open title={TITLE} onOpenChange={onClose}>
      <QueryState query={query} failed={(message) => `Error loading media: ${message}`} loading="Loading media..." />
    </Dialog>
  );
}

function MediaForm({ opened, onClose }: { opened: WithEtag<MediaItem>; onClose: () => void }) {
  const hasSaved = useRef(false);
  const title = useRef<HTMLInputElement>(null);
  const { form, save, busy, failure, newer } = useMediaSaving(
    opened,
    () => {
      hasSaved.current = true;
      toast.success('Media updated successfully!');
      onClose();
    },
    () => {
      hasSaved.current = true;
      onClose();
    },
  );
  const found = foundInFile(opened.value.suggested, form.draft);
  const inTheFile = (field: keyof MediaDraft) => (
    <InTheFile
      found={found.find(({ name }) => name === field)}
      onUse={({ name, value }) => form.change({ [name]: value })}
    />
  );
  return (
    <FormDialog
      title={TITLE}
      saveText="Save"
      busyText="Saving..."
      busy={busy}
      dirty={form.dirty}
      canSave={form.dirty}
      failure={failure}
      initialFocus={title}
      onInvalid={form.showProblems}
      onSave={() => form.saveIfValid(save)}
      onClose={onClose}
      edited={{ kind: 'media', slug: opened.value.media_slug, noun: 'file' }}
    >
      {newer && (
        <NewerVersion
          recordType="record"
          kind="media"
          slug={opened.value.media_slug}
          labels={FIELD_LABELS}
          {...newer}
          mine={form.draft}
          onUseTheirs={(name) => form.change({ [name]: newer.theirs[name] })}
        />
      )}
      <FieldGroup title="Details">
        <TextField ref={title} label="Title" required autoComplete="off" {...form.field('title')} />
        {inTheFile('title')}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select label="Media Type" options={MEDIA_TYPE_OPTIONS} {...form.field('media_type')} />
          <div className="flex flex-col gap-2">
            <DateField approximate label="Date" help={APPROXIMATE_DATE_HELP} {...form.field('date')} />
            {inTheFile('date')}
          </div>
        </div>
        <TextField label="Credit" autoComplete="off" {...form.field('credit')} />
        {inTheFile('credit')}
        <TextArea label="Description" rows={3} {...form.field('description_markdown')} />
        {inTheFile('description_markdown')}
        <TextField label="Tags" autoComplete="off" help="Separate tags with commas" {...form.field('tags')} />
        {inTheFile('tags')}
        <TextArea
          label="Alternative Text"
          rows={2}
          help="Describes the image for people who can’t see it."
          {...form.field('alt_text')}
        />
        {inTheFile('alt_text')}
      </FieldGroup>
      <FieldGroup title="Origin">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="flex flex-col gap-2">
            <TextField label="Creator" autoComplete="off" help="Who made it" {...form.field('creator')} />
            {inTheFile('creator')}
          </div>
          <div className="flex flex-col gap-2">
            <TextField label="Place" autoComplete="off" help="Where it was made" {...form.field('place')} />
            {inTheFile('place')}
          </div>
          <div className="flex flex-col gap-2">
            <TextField
              label="Identifier"
              autoComplete="off"
              help="Accession or inventory number"
              {...form.field('identifier')}
            />
            {inTheFile('identifier')}
          </div>
          <TextField label="Original File Name" autoComplete="off" {...form.field('original_filename')} />
        </div>
        <TextArea label="Provenance" rows={2} help="Donor and previous owners" {...form.field('provenance')} />
      </FieldGroup>
      <FieldGroup title="Usage rights">
        <Select label="Rights" options={rightsOptions(form.draft.rights)} {...form.field('rights')} />
        {inTheFile('rights')}
        <TextArea label="Rights Note" rows={2} {...form.field('rights_note')} />
        {inTheFile('rights_note')}
      </FieldGroup>
      <LeaveConfirmation unsaved={() => form.dirty && !hasSaved.current} />
    </FormDialog>
  );
}

/** The known rights statements, plus the record's statement if it is not one of them. */
function rightsOptions(current: string) {
  const options = [{ value: '', label: 'Unknown' }, ...RIGHTS];
  return options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: rightsLabel(current) }];
}

interface InTheFileProps {
  found: FoundInFile | undefined;
  onUse: (found: FoundInFile) => void;
}

/** Offers the value in the file, below a field of a form. */
function InTheFile({ found, onUse }: InTheFileProps) {
  if (!found) return null;
  const { name, text } = found;
  return (
    <p className="-mt-1 flex items-start gap-2 text-13 text-faded">
      <span className="min-w-0 py-1.5 wrap-anywhere whitespace-pre-line">In the file: {formatValue(name, text)}</span>
      <Button
        size="small"
        className="shrink-0"
        aria-label={`Use the ${FIELD_LABELS[name].toLowerCase()} from the file`}
        onClick={() => onUse(found)}
      >
        Use
      </Button>
    </p>
  );
}

/** Form state and saving of a media record. */
function useMediaSaving(opened: WithEtag<MediaItem>, onSaved: (media: MediaItem) => void, onProposed: () => void) {
  const proposes = useProposes();
  const slug = opened.value.media_slug;
  const update = useMutation(updateMediaMutation(useQueryClient()));
  const { error, ...rest } = useRecordDraft({
    opened,
    draftOf: (media) => draftOf(media ?? opened.value),
    check: checkMedia,
    send: (draft, ifMatch, changedNames) =>
      update.mutateAsync({ slug, body: mediaChanges(draft, changedNames), ifMatch }),
    reload: () => fetchMediaWithEtag(slug, proposes),
    onSaved,
    onProposed,
  });
  return { ...rest, failure: error ? `Update failed: ${messageOf(error)}` : undefined };
}
