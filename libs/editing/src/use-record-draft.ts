import { isConflict, type WithEtag } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { useState } from 'react';
import { changedFields, type TextDraft } from './record-texts.ts';
import { useDraft, type Problems } from './use-draft.ts';

export interface RecordDraftOptions<R, D extends TextDraft> {
  /** The opened record with its ETag; null for a new one. */
  opened: WithEtag<R> | null;
  /** Converts a record to a draft; null gives a blank one. */
  draftOf: (record: R | null) => D;
  check: (draft: D) => Problems<D>;
  /**
   * Saves the draft. `ifMatch` is the ETag of the version it is based on; undefined for a new record. `changed` are the fields that
   * differ from that version: an update sends only these.
   */
  send: (draft: D, ifMatch: string | undefined, changedNames: readonly (keyof D & string)[]) => Promise<R>;
  /** Fetches the current record after a 412. */
  reload: () => Promise<WithEtag<R>>;
  onSaved: (record: R) => void;
}

/** The saved record, or the current one after a conflict. */
type Outcome<R> = { saved: R } | { conflict: WithEtag<R> };

/**
 * A record's draft and how it is saved. After a conflict (412) the draft is rebased on the other user's version: untouched fields take
 * their values, edited ones are kept, and `newer` lists the fields they changed. The next save is based on their version.
 */
export function useRecordDraft<R, D extends TextDraft>(options: RecordDraftOptions<R, D>) {
  const { opened, draftOf, check, send, reload, onSaved } = options;
  const [base, setBase] = useState(() => ({ etag: opened?.etag, draft: draftOf(opened?.value ?? null) }));
  const [newer, setNewer] = useState<(keyof D & string)[]>([]);
  const form = useDraft(base.draft, check);

  const rebase = ({ value, etag }: WithEtag<R>) => {
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
        return { saved: await send(form.draft, base.etag, changedFields(base.draft, form.draft)) };
      } catch (error) {
        if (!opened || !isConflict(error)) throw error;
        return { conflict: await reload() };
      }
    },
    onSuccess: (outcome) => ('saved' in outcome ? onSaved(outcome.saved) : rebase(outcome.conflict)),
    onError: form.showErrors,
  });

  return {
    form,
    save: () => saving.mutate(),
    busy: saving.isPending,
    error: saving.error,
    newer: newer.length > 0 ? { fields: newer, theirs: base.draft } : undefined,
  };
}
