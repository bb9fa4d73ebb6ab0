import { isConflict, Proposed, type WithEtag } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { toast } from '@archive/ui';
import { useState } from 'react';
import { useProposedToast } from './proposing.tsx';
import { changedFields, type TextDraft } from './record-history.tsx';
import { useDraft, type Problems } from './use-draft.ts';

export interface RecordDraftOptions<R, D extends TextDraft> {
  /** The opened record with its ETag; null for a new record. */
  opened: WithEtag<R> | null;
  /** Converts a record to a draft; null gives a blank one. */
  draftOf: (record: R | null) => D;
  check: (draft: D) => Problems<D>;
  /**
   * Saves the draft. `ifMatch` is the ETag of the version it is based on; undefined for a new record. `changedNames` are the fields that
   * differ from that version: an update sends only these.
   */
  send: (draft: D, ifMatch: string | undefined, changedNames: readonly (keyof D & string)[]) => Promise<R>;
  /** Fetches the current record, after a 412 or to continue editing after a save. */
  reload: () => Promise<WithEtag<R>>;
  /** Called when everything in the form is saved. */
  onSaved: (record: R) => void;
  /** Called instead when the changes of a contributor are proposed. */
  onProposed?: () => void;
}

/** The saved record and what was sent, or the current record after a conflict. */
type Outcome<R, D> = { saved: R; draft: D } | { conflict: WithEtag<R> };

/**
 * A record's draft and how it is saved. After a conflict (412), the draft is rebased on the other
 * user's version: untouched fields get the other user's values, edited fields keep theirs, and
 * `newer` lists the fields that the other user changed. The next save is based on that version.
 *
 * Text typed during a save stays in the form, which then continues from the saved version.
 */
export function useRecordDraft<R, D extends TextDraft>(options: RecordDraftOptions<R, D>) {
  const { opened, draftOf, check, send, reload, onSaved, onProposed } = options;
  const [base, setBase] = useState(() => ({
    etag: opened?.etag,
    draft: draftOf(opened?.value ?? null),
    isStored: opened !== null,
  }));
  const [newer, setNewer] = useState<(keyof D & string)[]>([]);
  const form = useDraft(base.draft, check);
  const showProposed = useProposedToast();

  /** Makes a stored version the base of the draft. Fields that still have their value from `before` get the stored value. */
  const continueFrom = (draft: D, etag: string | undefined, before: D) => {
    form.change(
      (mine) =>
        Object.fromEntries(
          changedFields(before, draft)
            .filter((name) => mine[name] === before[name])
            .map((name) => [name, draft[name]]),
        ) as Partial<D>,
    );
    setBase({ etag, draft, isStored: true });
  };

  const rebase = ({ value, etag }: WithEtag<R>) => {
    const next = draftOf(value);
    setNewer([...new Set([...newer, ...changedFields(base.draft, next)])]);
    continueFrom(next, etag, base.draft);
  };

  const finish = async (saved: R, draft: D) => {
    if (changedFields(draft, form.latest()).length === 0) {
      onSaved(saved);
      return;
    }
    const savedDraft = draftOf(saved);
    // If this fails, there is no ETag, but the next save still sends only the fields typed since then.
    const current = await reload().catch(() => undefined);
    const next = current ? draftOf(current.value) : savedDraft;
    setNewer(changedFields(savedDraft, next));
    continueFrom(next, current?.etag, draft);
    toast.success('Saved. What you typed since then is not saved yet.');
  };

  const saving = useMutation({
    mutationFn: async (): Promise<Outcome<R, D>> => {
      const draft = form.latest();
      try {
        return { saved: await send(draft, base.etag, changedFields(base.draft, draft)), draft };
      } catch (error) {
        if (!base.isStored || !isConflict(error)) throw error;
        return { conflict: await reload() };
      }
    },
    onSuccess: (outcome) => ('saved' in outcome ? finish(outcome.saved, outcome.draft) : rebase(outcome.conflict)),
    onError: (error) => {
      if (showProposed(error)) onProposed?.();
      else form.showErrors(error);
    },
  });

  return {
    form,
    save: () => saving.mutate(),
    busy: saving.isPending,
    error: saving.error instanceof Proposed ? null : saving.error,
    /** Whether the record exists; a new record does after its first save. */
    isStored: base.isStored,
    newer: newer.length > 0 ? { fields: newer, theirs: base.draft } : undefined,
  };
}
