import { ApiError, type Tagged } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { useState } from 'react';
import { changedFields, type TextDraft } from './record-texts.ts';
import { useDraft, type Problems } from './use-draft.ts';

export interface RecordDraftOptions<R, D extends TextDraft> {
  /** The record as it was opened, with its tag; null for a new one. */
  opened: Tagged<R> | null;
  /** The record as it is typed; a new one when there is none. */
  draftOf: (record: R | null) => D;
  check: (draft: D) => Problems<D>;
  /** Writes the draft. `ifMatch` is the tag of the version that it was made from; undefined for a new record. */
  send: (draft: D, ifMatch: string | undefined) => Promise<R>;
  /** Reads the record anew, after a 412. */
  look: () => Promise<Tagged<R>>;
  onSaved: (record: R) => void;
}

/** Saved, or met by a version that somebody else had saved. */
type Outcome<R> = { saved: R } | { met: Tagged<R> };

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/**
 * The draft of a record and its saving. When somebody else has saved in between (412), the draft goes on from their version: fields
 * not touched here become theirs, the others stay as typed, and `newer` says which theirs were. What is saved next is made from
 * their version, so it is no conflict any more.
 */
export function useRecordDraft<R, D extends TextDraft>(options: RecordDraftOptions<R, D>) {
  const { opened, draftOf, check, send, look, onSaved } = options;
  const [base, setBase] = useState(() => ({ etag: opened?.etag, draft: draftOf(opened?.value ?? null) }));
  const [newer, setNewer] = useState<(keyof D & string)[]>([]);
  const form = useDraft(base.draft, check);

  const meetNewer = ({ value, etag }: Tagged<R>) => {
    const next = draftOf(value);
    const theirs = changedFields(base.draft, next);
    form.change(
      (mine) =>
        Object.fromEntries(
          theirs.filter((name) => mine[name] === base.draft[name]).map((name) => [name, next[name]]),
        ) as Partial<D>,
    );
    setBase({ etag, draft: next });
    setNewer([...new Set([...newer, ...theirs])]);
  };

  const saving = useMutation({
    mutationFn: async (): Promise<Outcome<R>> => {
      try {
        return { saved: await send(form.draft, base.etag) };
      } catch (error) {
        if (!opened || !isConflict(error)) throw error;
        return { met: await look() };
      }
    },
    onSuccess: (outcome) => ('saved' in outcome ? onSaved(outcome.saved) : meetNewer(outcome.met)),
    onError: form.refuse,
  });

  return {
    form,
    save: () => saving.mutate(),
    busy: saving.isPending,
    error: saving.error,
    newer: newer.length > 0 ? { fields: newer, theirs: base.draft } : undefined,
  };
}
