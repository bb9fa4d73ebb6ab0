import { fetchAlbumWithEtag, isConflict, messageOf, updateAlbumMutation, type WithEtag } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, TextArea, TextField, toast } from '@archive/ui';
import { useEffect, useRef } from 'react';
import { LeaveConfirmation } from '../form-dialog.tsx';
import { ProposesNote, useProposes } from '../proposing.tsx';
import { OtherEditors } from '../other-editors.tsx';
import { NewerVersion, draftFrom } from '../record-history.tsx';
import type { Problems } from '../use-draft.ts';
import { useRecordDraft } from '../use-record-draft.ts';

const BLANK = { title: '', description: '' };
type Draft = typeof BLANK;

const sameTexts = (a: Album, b: Album) => a.title === b.title && a.description === b.description;

export interface AlbumFormProps {
  opened: WithEtag<Album>;
  /** The word for the album on screen: "album" or "collection". */
  noun: string;
  labels: Record<keyof Draft, string>;
  /** Help text of the description field. */
  help?: string;
  onClose(): void;
}

/** Edits title and description of an album in place. */
export function AlbumForm({ opened, noun, labels, help, onClose }: AlbumFormProps) {
  const name = noun.slice(0, 1).toUpperCase() + noun.slice(1);
  const check = ({ title }: Draft): Problems<Draft> =>
    title.trim() === '' ? { title: `${name} title is required` } : {};
  const { album_slug, title } = opened.value;
  const proposes = useProposes();
  const update = useMutation(updateAlbumMutation(useQueryClient()));
  const firstField = useRef<HTMLInputElement>(null);
  const hasSaved = useRef(false);
  useEffect(() => firstField.current?.focus(), []);
  // The version that editing started from. Reordering the media creates newer versions.
  const base = useRef(opened);
  const send = (body: Partial<Draft>, ifMatch: string | undefined) => update.mutateAsync({ album_slug, ifMatch, body });
  const { form, save, busy, error, newer } = useRecordDraft<Album, Draft>({
    opened,
    draftOf: (album) => draftFrom(BLANK, album ?? opened.value),
    check,
    send: async (draft, ifMatch, changedNames) => {
      const body = Object.fromEntries(changedNames.map((name) => [name, draft[name].trim() || null])) as Partial<Draft>;
      try {
        return await send(body, ifMatch);
      } catch (failure) {
        if (!isConflict(failure)) throw failure;
        // If only the media changed, there is no conflict: save the fields against the current version.
        const current = await fetchAlbumWithEtag(album_slug, proposes);
        if (!sameTexts(current.value, base.current.value)) throw failure;
        return await send(body, current.etag);
      }
    },
    reload: async () => {
      base.current = await fetchAlbumWithEtag(album_slug, proposes);
      return base.current;
    },
    onProposed: () => {
      hasSaved.current = true;
      onClose();
    },
    onSaved: () => {
      hasSaved.current = true;
      toast.success(`${name} updated`);
      onClose();
    },
  });
  return (
    <form
      aria-label={`Edit ${title}`}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isValid) save();
        else {
          form.showProblems();
          firstField.current?.focus();
        }
      }}
    >
      <LeaveConfirmation unsaved={() => form.dirty && !hasSaved.current} />
      {newer && (
        <NewerVersion
          recordType={noun}
          kind="album"
          slug={album_slug}
          labels={labels}
          mine={form.draft}
          onUseTheirs={(name) => form.change({ [name]: newer.theirs[name] })}
          {...newer}
        />
      )}
      <TextField
        ref={firstField}
        label={labels.title}
        required
        maxLength={300}
        autoComplete="off"
        {...form.field('title')}
      />
      <TextArea label={labels.description} rows={4} maxLength={10_000} help={help} {...form.field('description')} />
      {Boolean(error) && (
        <p role="alert" className="text-13 text-signal">
          {messageOf(error)}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" variant="primary" busy={busy} busyText="Saving...">
          {proposes ? 'Propose changes' : 'Save'}
        </Button>
        <Button size="small" variant="quiet" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <ProposesNote />
        <OtherEditors kind="album" slug={album_slug} noun={noun} />
      </p>
    </form>
  );
}
