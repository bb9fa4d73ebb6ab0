import { createAlbumMutation, messageOf } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { FormDialog, type Problems, useDraft, useIdempotencyKey } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { TextArea, TextField } from '@archive/ui';
import { useRef } from 'react';
import { INTRODUCTION_HELP, LABELS, TITLE_REQUIRED } from '../collection-texts.ts';

const BLANK = { title: '', description: '' };

const check = ({ title }: typeof BLANK): Problems<typeof BLANK> =>
  title.trim() === '' ? { title: TITLE_REQUIRED } : {};

interface NewCollectionProps {
  /** Number of existing collections; the new collection is placed after them. */
  count: number;
  onCreated: (collection: Album) => void;
  onClose: () => void;
}

/** Creates a collection; media are added on its page. */
export function NewCollection({ count, onCreated, onClose }: NewCollectionProps) {
  const create = useMutation(createAlbumMutation(useQueryClient()));
  const keyOf = useIdempotencyKey();
  const form = useDraft(BLANK, check);
  const firstField = useRef<HTMLInputElement>(null);
  const save = () => {
    const { title, description } = form.draft;
    const body = {
      title: title.trim(),
      description: description.trim() || null,
      voyage_slug: null,
      sort_order: count,
    };
    create.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: (collection) => {
          onClose();
          onCreated(collection);
        },
        onError: form.showErrors,
      },
    );
  };
  return (
    <FormDialog
      title="New collection"
      saveText="Create"
      busyText="Creating..."
      busy={create.isPending}
      dirty={form.dirty}
      canSave={form.isValid}
      failure={create.error ? `Failed to create collection. ${messageOf(create.error)}` : undefined}
      initialFocus={firstField}
      onInvalid={form.showProblems}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        ref={firstField}
        label={LABELS.title}
        required
        maxLength={300}
        autoComplete="off"
        {...form.field('title')}
      />
      <TextArea
        label={LABELS.description}
        help={INTRODUCTION_HELP}
        rows={5}
        maxLength={10_000}
        {...form.field('description')}
      />
    </FormDialog>
  );
}
