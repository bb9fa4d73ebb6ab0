import {
  fetchMediaWithEtag,
  mediaToEditQuery,
  messageOf,
  updateMediaMutation,
  type MediaFields,
  type WithEtag,
} from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import {
  DateField,
  dateProblem,
  dateText,
  dateValue,
  draftFrom,
  LeaveConfirmation,
  NewerVersion,
  useRecordDraft,
  type Problems,
} from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, Select, SkeletonLine, TextArea, TextField, toast } from '@archive/ui';
import { useEffect, useRef, type KeyboardEvent } from 'react';

interface Props {
  slug: string;
  onClose(): void;
}

/** Media fields that the card edits (SPEC section 7). The Media Explorer edits all fields. */
const BLANK = { title: '', media_type: 'image', date: '', credit: '', description_markdown: '' };
type Draft = typeof BLANK;
const LABELS: Record<keyof Draft, string> = {
  title: 'Title',
  media_type: 'Media Type',
  date: 'Date',
  credit: 'Credit',
  description_markdown: 'Description',
};
const TYPES: MediaItem['media_type'][] = [
  'article',
  'document',
  'logbook',
  'image',
  'video',
  'audio',
  'book',
  'pdf',
  'other',
];
const OPTIONS = TYPES.map((value) => ({
  value,
  label: value === 'pdf' ? 'PDF' : value[0]?.toUpperCase() + value.slice(1),
}));

function draftOf(media: MediaItem): Draft {
  const draft = draftFrom(BLANK, media);
  return { ...draft, date: dateText(draft.date) };
}

function check({ title, date }: Draft): Problems<Draft> {
  const dateError = dateProblem(date, { approximate: true });
  return {
    ...(title.trim() === '' ? { title: 'Enter a title' } : {}),
    ...(dateError ? { date: dateError } : {}),
  };
}

/** Edit form of a media row. Loads the current record first, because the page may be stale. */
export function MediaRowForm({ slug, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(mediaToEditQuery(slug));
  if (data) return <Form opened={data} onClose={onClose} />;
  if (!error) return <SkeletonLine className="mt-2 w-1/2" />;
  return (
    <p role="alert" className="flex flex-1 flex-wrap items-center gap-2 text-signal">
      Error loading media: {messageOf(error)}
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
      <Button size="small" variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </p>
  );
}

const blankToNull = (text: string) => text.trim() || null;

/** The request body: only the changed fields, blanks as null. Absent fields stay unchanged. */
function changesOf(draft: Draft, changedNames: readonly (keyof Draft)[]): MediaFields {
  const values = {
    title: draft.title.trim(),
    media_type: draft.media_type as MediaItem['media_type'],
    date: blankToNull(dateValue(draft.date)),
    credit: blankToNull(draft.credit),
    description_markdown: blankToNull(draft.description_markdown),
  };
  return Object.fromEntries(changedNames.map((name) => [name, values[name]]));
}

function Form({ opened, onClose }: { opened: WithEtag<MediaItem>; onClose(): void }) {
  const slug = opened.value.media_slug;
  const about = `update-media ${slug}`;
  const update = useMutation(updateMediaMutation(useQueryClient()));
  const firstField = useRef<HTMLInputElement>(null);
  const hasSaved = useRef(false);
  useEffect(() => firstField.current?.focus(), []);
  const { form, save, busy, error, newer } = useRecordDraft<MediaItem, Draft>({
    opened,
    draftOf: (media) => draftOf(media ?? opened.value),
    check,
    send: (draft, ifMatch, changedNames) => update.mutateAsync({ slug, ifMatch, body: changesOf(draft, changedNames) }),
    reload: () => fetchMediaWithEtag(slug),
    onSaved: () => {
      hasSaved.current = true;
      toast.success('Media updated successfully!', { key: about });
      onClose();
    },
  });
  useEffect(() => {
    if (error) toast.error('Failed to update media. Please try again.', { key: about });
  }, [error, about]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <div role="presentation" className="min-w-60 flex-1" onKeyDown={handleKeyDown}>
      <LeaveConfirmation unsaved={() => form.dirty && !hasSaved.current} />
      <form
        aria-label={`Edit ${opened.value.title}`}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isValid) save();
          else form.showProblems();
        }}
      >
        {newer && (
          <NewerVersion
            recordType="media record"
            kind="media"
            slug={slug}
            labels={LABELS}
            mine={form.draft}
            onUseTheirs={(name) => form.change({ [name]: newer.theirs[name] })}
            {...newer}
          />
        )}
        <TextField ref={firstField} label={LABELS.title} required maxLength={500} {...form.field('title')} />
        <div className="grid gap-3 sm:grid-cols-[9rem_9rem_1fr]">
          <Select label={LABELS.media_type} options={OPTIONS} {...form.field('media_type')} />
          <DateField approximate label={LABELS.date} {...form.field('date')} />
          <TextField label={LABELS.credit} maxLength={500} {...form.field('credit')} />
        </div>
        <TextArea
          label={LABELS.description_markdown}
          rows={2}
          maxLength={100_000}
          {...form.field('description_markdown')}
        />
        {Boolean(error) && (
          <p role="alert" className="text-13 text-signal">
            {messageOf(error)}
          </p>
        )}
        <p className="flex gap-2">
          <Button type="submit" size="small" variant="primary" busy={busy} busyText="Saving...">
            Save
          </Button>
          <Button size="small" variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </p>
      </form>
    </div>
  );
}
