import { ApiError, invalidateRecords, isAway, isNotFound, messageOf, voyageToEditQuery } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { uploadAll, type Sending } from './attachments.ts';
import { changedFields, differencesOf, sameField, withFields } from './changes.ts';
import { errorsOf, refusedFields, START_DATE_MISSING, type FieldErrors } from './checks.ts';
import { newDraftId } from './draft-store.ts';
import { saveVoyage, type LinkFailure, type Stored } from './save-voyage.ts';
import { useAttachments } from './use-attachments.ts';
import { useDraft } from './use-draft.ts';
import { FIELDS, NEW_VOYAGE, valuesOf, type FieldName, type FormValues } from './values.ts';
import type { TakenDraft } from './with-draft.tsx';

const baseOf = (stored: Stored | undefined): FormValues => (stored ? valuesOf(stored.voyage) : NEW_VOYAGE);

/** For what stands beside its field as well: it need not stay over the page. */
const IN_PASSING = { duration: 5000 };

/** Why the last try to save came to nothing, beyond the fields. */
export type SaveTrouble = { kind: 'away' | 'refused' | 'gone'; message: string };

interface Start {
  /** The voyage of the address; undefined for a new one. */
  slug: string | undefined;
  stored: Stored | undefined;
  draft: TakenDraft | undefined;
  /** Told when all is saved. */
  onDone(): void;
}

/** The state of the voyage form, and everything that saving may come to (SPEC section 4, Voyage form). */
export function useVoyageForm({ slug, stored: opened, draft, onDone }: Start) {
  const client = useQueryClient();
  const [stored, setStored] = useState<Stored | undefined>(
    draft?.stored ? { voyage: draft.stored, etag: draft.etag ?? undefined } : opened,
  );
  const base = useMemo(() => baseOf(stored), [stored]);
  const [values, setValues] = useState<FormValues>(() => draft?.values ?? base);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<SaveTrouble>();
  const [failures, setFailures] = useState<LinkFailure[]>([]);
  const [theirs, setTheirs] = useState<Stored>();
  const [saving, setSaving] = useState(false);
  const { files, attach, describe, detach, letGo } = useAttachments(draft?.attachments);
  const [progress, setProgress] = useState<Record<string, Sending>>({});
  const busy = useRef(false);
  const done = useRef(false);
  const latest = useRef(values);

  const changed = changedFields(base, values);
  const [id] = useState(() => draft?.id ?? newDraftId());
  const settle = useDraft({ slug, id, values, stored, files, dirty: changed.length + files.length > 0 });

  const put = useCallback((next: FormValues) => {
    latest.current = next;
    setValues(next);
  }, []);
  const set = useCallback(
    <N extends FieldName>(name: N, value: FormValues[N]) => {
      put({ ...latest.current, [name]: value });
      setErrors((all) => (all[name] ? { ...all, [name]: undefined } : all));
    },
    [put],
  );

  const leave = () => {
    done.current = true;
    settle();
    onDone();
  };

  const fresh = (of: string) => client.fetchQuery({ ...voyageToEditQuery(of), staleTime: 0 });

  async function failed(error: unknown, of: Stored | undefined) {
    if (error instanceof ApiError && error.status === 412 && of) {
      const { value, etag } = await fresh(of.voyage.voyage_slug);
      const now = { voyage: value, etag };
      const was = baseOf(of);
      const elsewhere = changedFields(was, baseOf(now)).length > 0;
      if (elsewhere && differencesOf(was, latest.current, baseOf(now)).length > 0) setTheirs(now);
      else await attempt(now);
      return;
    }
    const refused = error instanceof ApiError ? refusedFields(error.errors) : { fields: {}, rest: [] };
    setErrors(refused.fields);
    const message = [messageOf(error), ...refused.rest].join(' ');
    const kind = isAway(error) ? 'away' : of && isNotFound(error) ? 'gone' : 'refused';
    setTrouble({ kind, message });
    toast.error(`${of ? 'Failed to save voyage' : 'Failed to create voyage'}: ${message}`);
  }

  async function uploadFiles(to: string): Promise<LinkFailure[]> {
    if (files.length === 0) return [];
    setProgress(Object.fromEntries(files.map(({ id: file }) => [file, { sent: 0 }])));
    const { done: uploaded, failures: failed } = await uploadAll(to, files, (file, changes) =>
      setProgress((before) => ({ ...before, [file]: { sent: 0, ...before[file], ...changes } })),
    );
    letGo(uploaded);
    setProgress({});
    return failed;
  }

  async function attempt(of: Stored | undefined) {
    const sent = latest.current;
    const outcome = await saveVoyage(sent, of, id);
    const uploads = await uploadFiles(outcome.stored.voyage.voyage_slug);
    const failures = [...outcome.failures, ...uploads];
    await invalidateRecords(client);
    for (const name of outcome.deleted)
      toast.success(`${name} removed from voyage and deleted (no other voyage associations)`);
    if (failures.length === 0) {
      toast.success('✓ Voyage saved successfully');
      leave();
      return;
    }
    setFailures(failures);
    const saved = baseOf(outcome.stored);
    const asSent = FIELDS.filter((name) => name !== 'passengers' && sameField(sent, latest.current, name));
    put(withFields(latest.current, saved, asSent));
    setStored(outcome.stored);
  }

  async function save(of: Stored | undefined) {
    if (busy.current) return;
    const found = errorsOf(latest.current);
    setErrors(found);
    setTrouble(undefined);
    setFailures([]);
    if (found.start_date === START_DATE_MISSING) toast.error(START_DATE_MISSING, IN_PASSING);
    if (Object.keys(found).length > 0) return;
    busy.current = true;
    setSaving(true);
    try {
      await attempt(of);
    } catch (error) {
      await failed(error, of).catch((second: unknown) => setTrouble({ kind: 'away', message: messageOf(second) }));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  return {
    slug,
    values,
    set,
    base,
    stored,
    changed,
    /** How many fields and files are not saved. */
    unsaved: changed.length + files.length,
    files,
    attach,
    describe,
    detach,
    /** Of the files that are being uploaded. */
    progress,
    errors,
    trouble,
    failures,
    saving,
    /** True once the form is being left on purpose: nobody is asked then. */
    done,
    save: () => save(stored),
    /** When the voyage was deleted meanwhile: its text is logged as a new one. */
    saveAsNew: () => {
      setStored(undefined);
      return save(undefined);
    },
    /** Gives up what is not saved. */
    discard: () => {
      done.current = true;
      settle();
    },
    conflict: theirs && {
      theirs: baseOf(theirs),
      changed_at: theirs.voyage.updated_at,
      differences: differencesOf(base, values, baseOf(theirs)),
      /** Goes on from the newer version, with its text in the named fields, and saves. */
      settle: (taken: FieldName[]) => {
        put(withFields(latest.current, baseOf(theirs), taken));
        setStored(theirs);
        setTheirs(undefined);
        return save(theirs);
      },
      close: () => setTheirs(undefined),
    },
  };
}

export type VoyageFormState = ReturnType<typeof useVoyageForm>;
