import {
  ApiError,
  invalidateRecords,
  isUnavailable,
  isNotFound,
  messageOf,
  voyageToEditQuery,
} from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { useProposedToast, useProposes } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import type { EnteredPresident } from '@archive/shell-api';
import { toast, type ToastOptions } from '@archive/ui';
import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { uploadAll, type UploadProgress } from './attachments.ts';
import { changedFields, differencesOf, sameField, withFields } from './changes.ts';
import {
  withCompletedDates,
  fileErrors,
  validate,
  serverErrors,
  START_DATE_MISSING,
  type FieldErrors,
} from './validation.ts';
import {
  type LinkFailure,
  type VoyageWithEtag,
  isOwnSave,
  rememberOwnSave,
  saveVoyage,
  withSlugs,
} from './save-voyage.ts';
import { newDraftId, type ResumedDraft } from './draft-store.ts';
import { LatestValues } from './latest-values.ts';
import { usePendingEditors } from './pending-editors.ts';
import { useAttachments } from './use-attachments.ts';
import { useDraft, useIdleCallback } from './use-draft.ts';
import { FIELDS, NEW_OWNER, NEW_VOYAGE, valuesOf, type FieldName, type FormValues, type TextName } from './values.ts';

const baseOf = (stored: VoyageWithEtag | undefined): FormValues => (stored ? valuesOf(stored.voyage) : NEW_VOYAGE);

/** Options of toasts about saving. With the same key, each replaces the previous one. */
const SAVING = { key: 'save-voyage' };

/** Message after everything is saved. */
export const showSavedToast = (options: ToastOptions = {}) =>
  toast.success('✓ Voyage saved successfully', { ...SAVING, ...options });

/** Options of toasts whose message also appears next to its field. */
const BRIEF = { duration: 5000 };

/** Typed text is rendered in the whole form within this time, even if the user types without a pause. */
const RENDER_MS = 200;

/** Why the last save failed, apart from field errors. */
export type SaveError = { kind: 'unavailable' | 'rejected' | 'deleted'; message: string };

interface Options {
  /** Slug from the URL; undefined for a new voyage. */
  slug: string | undefined;
  stored: VoyageWithEtag | undefined;
  draft: ResumedDraft | undefined;
  /** Called when everything is saved. */
  onDone(saved: Voyage): void;
  /** Called instead when the changes of a contributor are proposed. */
  onProposed(): void;
}

/** State of the voyage form, including saving, conflicts and uploads (SPEC section 4, Voyage form). */
export function useVoyageForm({ slug, stored: initialVoyage, draft, onDone, onProposed }: Options) {
  const client = useQueryClient();
  const proposes = useProposes();
  const showProposed = useProposedToast();
  const [stored, setStored] = useState<VoyageWithEtag | undefined>(
    draft?.stored ? { voyage: draft.stored, etag: draft.etag ?? undefined } : initialVoyage,
  );
  const base = useMemo(() => baseOf(stored), [stored]);
  const [values, setValues] = useState<FormValues>(() => draft?.values ?? base);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saveError, setSaveError] = useState<SaveError>();
  const [failures, setFailures] = useState<LinkFailure[]>([]);
  const [theirs, setTheirs] = useState<VoyageWithEtag>();
  const [saving, setSaving] = useState(false);
  const { files, attach, update, detach, release } = useAttachments(draft?.attachments);
  const [progress, setProgress] = useState<Record<string, UploadProgress>>({});
  const inFlight = useRef(false);
  const isDone = useRef(false);
  const [latest] = useState(() => new LatestValues(values));
  const pending = usePendingEditors();
  // Abort uploads on unmount; the files stay in the draft.
  const uploads = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    uploads.current = controller;
    return () => controller.abort();
  }, []);
  const renderSoon = useIdleCallback(RENDER_MS);
  const [failedSaves, setFailedSaves] = useState(0);

  const changedNames = changedFields(base, values);
  const [id] = useState(() => draft?.id ?? newDraftId());
  const rendered = useRef({ base, files, errors });
  useLayoutEffect(() => {
    rendered.current = { base, files, errors };
  });
  const enteredValues = useCallback(() => pending.committed(latest.current), [pending, latest]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [latest.subscribe(listener), pending.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    [pending, latest],
  );
  const isDirty = useCallback(
    () => rendered.current.files.length > 0 || changedFields(rendered.current.base, enteredValues()).length > 0,
    [enteredValues],
  );
  const { clear: clearDraft, storeNow } = useDraft({
    slug,
    id,
    entered: enteredValues,
    subscribe,
    stored,
    files,
    isDirty,
  });

  const updateValues = useCallback(
    (next: FormValues) => {
      latest.replace(next);
      setValues(next);
    },
    [latest],
  );
  const clearError = useCallback((name: FieldName) => {
    if (rendered.current.errors[name]) setErrors((current) => ({ ...current, [name]: undefined }));
  }, []);
  const set = useCallback(
    <N extends FieldName>(name: N, value: FormValues[N]) => {
      updateValues({ ...latest.current, [name]: value });
      clearError(name);
    },
    [updateValues, clearError, latest],
  );
  const type = useCallback(
    (name: TextName, text: string) => {
      latest.replace({ ...latest.current, [name]: text });
      // A slow computer renders the typed character first, then everything that depends on it.
      renderSoon(() => startTransition(() => setValues(latest.current)));
      clearError(name);
    },
    [clearError, latest, renderSoon],
  );

  const leave = (saved: VoyageWithEtag) => {
    isDone.current = true;
    clearDraft();
    rememberOwnSave(saved.etag);
    onDone(saved.voyage);
  };

  const fetchVoyage = (voyageSlug: string) =>
    client.fetchQuery({ ...voyageToEditQuery(voyageSlug, proposes), staleTime: 0 });

  async function handleFailure(error: unknown, target: VoyageWithEtag | undefined) {
    if (error instanceof ApiError && error.status === 412 && target) {
      const { value, etag } = await fetchVoyage(target.voyage.voyage_slug);
      const newest = { voyage: value, etag };
      const previousBase = baseOf(target);
      const hasChangedElsewhere = changedFields(previousBase, baseOf(newest)).length > 0;
      if (hasChangedElsewhere && differencesOf(previousBase, latest.current, baseOf(newest)).length > 0)
        setTheirs(newest);
      else await attempt(newest);
      return;
    }
    const errors = error instanceof ApiError ? serverErrors(error.errors) : { fields: {}, rest: [] };
    setErrors(errors.fields);
    const message = [messageOf(error), ...errors.rest].join(' ');
    const kind = isUnavailable(error) ? 'unavailable' : target && isNotFound(error) ? 'deleted' : 'rejected';
    setSaveError({ kind, message });
    toast.error(`${target ? 'Failed to save voyage' : 'Failed to create voyage'}: ${message}`, SAVING);
  }

  async function uploadFiles(to: string): Promise<LinkFailure[]> {
    if (files.length === 0) return [];
    setProgress(Object.fromEntries(files.map(({ id: file }) => [file, { fraction: 0 }])));
    const { done: uploaded, failures: failed } = await uploadAll(to, files, uploads.current.signal, (file, changes) =>
      setProgress((current) => ({ ...current, [file]: { fraction: 0, ...current[file], ...changes } })),
    );
    release(uploaded);
    setProgress({});
    return failed;
  }

  async function attempt(target: VoyageWithEtag | undefined) {
    let sentValues = latest.current;
    const outcome = await saveVoyage(sentValues, target, id, proposes, (saved, people) => {
      setStored(saved);
      updateValues({
        ...latest.current,
        passengers: withSlugs(latest.current.passengers, sentValues.passengers, people),
      });
      sentValues = { ...sentValues, passengers: people };
    });
    const failedUploads = await uploadFiles(outcome.stored.voyage.voyage_slug);
    const failures = [...outcome.failures, ...failedUploads];
    await invalidateRecords(client);
    for (const name of outcome.deleted)
      toast.success(`${name} removed from voyage and deleted (no other voyage associations)`);
    if (sentValues.president_slug_from_voyage === NEW_OWNER && sentValues.new_president)
      toast.success(`President/Owner ${sentValues.new_president.full_name} created successfully!`);
    const hasTyped = changedFields(sentValues, enteredValues()).length > 0;
    if (failures.length === 0 && !hasTyped) {
      leave(outcome.stored);
      return;
    }
    if (failures.length === 0)
      toast.success('✓ Voyage saved successfully. What you typed since then is not saved yet.', SAVING);
    setFailures(failures);
    const saved = baseOf(outcome.stored);
    const unchangedSinceSave = FIELDS.filter(
      (name) => name !== 'passengers' && sameField(sentValues, latest.current, name),
    );
    updateValues(withFields(latest.current, saved, unchangedSinceSave));
    setStored(outcome.stored);
  }

  /** Commits and validates typed text; returns true if the form can be saved. */
  function isReady(): boolean {
    pending.commitAll();
    updateValues(withCompletedDates(latest.current));
    const formErrors = { ...fileErrors(files), ...validate(latest.current) };
    const invalid = Object.keys(formErrors).length;
    const blocked = pending.blocked();
    for (const editor of blocked) formErrors[editor.field] ??= editor.problem?.();
    setErrors(formErrors);
    setSaveError(undefined);
    setFailures([]);
    if (formErrors.start_date === START_DATE_MISSING) toast.error(START_DATE_MISSING, BRIEF);
    if (invalid === 0 && blocked.length === 0) return true;
    if (invalid > 0) setFailedSaves((count) => count + 1);
    else blocked[0]?.focus?.();
    return false;
  }

  async function save(target: VoyageWithEtag | undefined) {
    if (inFlight.current || !isReady()) return;
    inFlight.current = true;
    setSaving(true);
    try {
      await attempt(target);
    } catch (error) {
      if (showProposed(error)) {
        isDone.current = true;
        clearDraft();
        onProposed();
        return;
      }
      await handleFailure(error, target).catch((secondError: unknown) =>
        setSaveError({ kind: 'unavailable', message: messageOf(secondError) }),
      );
    } finally {
      inFlight.current = false;
      setSaving(false);
    }
  }

  return {
    slug,
    /** Whether saving only proposes. */
    proposes,
    values,
    /** The values after the latest key press; `values` may lag behind. */
    latest,
    set,
    /** Like `set`, for typed text: doesn't render the whole form immediately. */
    type,
    setNewPresident: (president: EnteredPresident) => updateValues({ ...latest.current, new_president: president }),
    base,
    stored,
    changed: changedNames,
    /** Number of unsaved fields and files. */
    unsaved: changedNames.length + files.length,
    /** Whether leaving loses changes, including text that is typed but not added. */
    hasUnsaved: useCallback(() => isDirty() || pending.blocked().length > 0, [isDirty, pending]),
    registerPending: pending.register,
    files,
    attach,
    update,
    detach,
    /** Upload progress by file id. */
    progress,
    errors,
    clearError,
    /** Counts attempts to save that validation stopped; the error summary takes focus on each. */
    failedSaves,
    saveError,
    failures,
    saving,
    /** True once the form is left on purpose; leaving then needs no confirmation. */
    done: isDone,
    save: () => save(stored),
    /** Saves as a new voyage, after the original was deleted. */
    saveAsNew: () => {
      setStored(undefined);
      return save(undefined);
    },
    /** Keeps unsaved changes as a draft; returns false if the browser can't store it. */
    keepDraft: () => {
      const isStored = storeNow();
      if (!isStored)
        toast.error('Browser storage is full, so the draft isn’t saved. Save the voyage, or copy your text.');
      return isStored;
    },
    /** Discards unsaved changes. */
    discard: () => {
      isDone.current = true;
      clearDraft();
    },
    conflict: theirs && {
      slug: theirs.voyage.voyage_slug,
      theirs: baseOf(theirs),
      changed_at: theirs.voyage.updated_at,
      /** Whether the other version was saved in another window of this browser. */
      savedByYou: isOwnSave(theirs.etag),
      differences: differencesOf(base, values, baseOf(theirs)),
      /** Rebases onto the newer version, taking its value for the named fields, and saves. */
      resolve: (theirFields: FieldName[]) => {
        updateValues(withFields(latest.current, baseOf(theirs), theirFields));
        setStored(theirs);
        setTheirs(undefined);
        return save(theirs);
      },
      close: () => setTheirs(undefined),
    },
  };
}

export type VoyageFormState = ReturnType<typeof useVoyageForm>;
