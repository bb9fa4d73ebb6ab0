import { ApiError, bulkUpdateMutation, messageOf, planMediaChanges, type MediaChangePlan } from '@archive/api-client';
import { FormDialog, LeaveConfirmation } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Notice, formatCount, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { changesBody, changedFields, NO_CHANGES, problemOf, withEmbedded } from './changes-draft.ts';
import { ChangesForm } from './changes-form.tsx';
import { ChangesPreview } from './changes-preview.tsx';
import { quotedNames } from '../quoted-names.ts';
import { useUndo } from '../use-undo.ts';
import type { SelectedFile } from './selected-file.ts';
import { slugsOf } from './use-bulk-usage.ts';

interface BulkEditProps {
  files: SelectedFile[];
  onClose: () => void;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Edits the metadata of many files: choose changes, preview them, apply them all at once. */
export function BulkEdit({ files: initialFiles, onClose }: BulkEditProps) {
  const [files] = useState(initialFiles);
  const [slugs] = useState(() => slugsOf(files));
  const [draft, setDraft] = useState(NO_CHANGES);
  const [showErrors, setShowErrors] = useState(false);
  const [plan, setPlan] = useState<MediaChangePlan>();
  const [conflicting, setConflicting] = useState<string[]>([]);
  const hasSaved = useRef(false);
  const previewMutation = useMutation({
    mutationFn: () => planMediaChanges(slugs, changesBody(draft)),
    onSuccess: setPlan,
  });
  const apply = useMutation(bulkUpdateMutation(useQueryClient()));
  const undo = useUndo();
  const fields = changedFields(draft);
  const isValid = fields.every((name) => problemOf(name, draft[name]) === undefined);

  /** After a conflict, previews again and names the files that someone else changed. */
  const refreshPlan = async (previousPlan: MediaChangePlan) => {
    const latest = await previewMutation.mutateAsync();
    const previousVersions = new Map(previousPlan.changed.map(({ media_slug, version }) => [media_slug, version]));
    const changedByOthers = latest.changed.filter(
      ({ media_slug, version }) => previousVersions.get(media_slug) !== version,
    );
    const noLongerChanging = previousPlan.changed.filter(
      ({ media_slug: slug }) => !latest.changed.some((item) => item.media_slug === slug),
    );
    setConflicting([...changedByOthers, ...noLongerChanging].map(({ title }) => title));
  };

  const save = async (currentPlan: MediaChangePlan) => {
    try {
      const { changed } = await apply.mutateAsync({ plan: currentPlan, changes: changesBody(draft) });
      hasSaved.current = true;
      const revisions = changed.flatMap(({ media_slug, revision }) =>
        revision === null ? [] : [{ media_slug, revision }],
      );
      toast.success(`${formatCount(changed.length, 'file')} updated successfully!`, {
        ...(revisions.length > 0 && { action: undo(revisions) }),
      });
      onClose();
    } catch (error) {
      if (isConflict(error)) await refreshPlan(currentPlan).catch(() => undefined);
    }
  };

  const next = () => {
    setShowErrors(true);
    setConflicting([]);
    if (isValid) previewMutation.mutate();
  };
  const returnToFields = () => {
    setPlan(undefined);
    apply.reset();
  };
  const error = previewMutation.error ?? (isConflict(apply.error) ? null : apply.error);
  const busy = previewMutation.isPending || apply.isPending;
  return (
    <FormDialog
      title={`Edit Metadata: ${formatCount(files.length, 'file')}`}
      description={plan ? 'Planned changes' : 'Fields set to Keep stay unchanged on each file.'}
      saveText={plan ? `Apply to ${formatCount(plan.changed.length, 'file')}` : 'Preview changes'}
      busyText={plan ? 'Saving...' : 'Loading preview...'}
      busy={busy}
      dirty={fields.length > 0}
      canSave={plan ? plan.changed.length > 0 : fields.length > 0 && slugs.length > 0}
      failure={error ? `Update failed: ${messageOf(error)}` : undefined}
      onInvalid={() => setShowErrors(true)}
      onSave={() => (plan ? void save(plan) : next())}
      onClose={onClose}
    >
      {slugs.length === 0 && (
        <Notice tone="warning">Media not found in database. Upload it first to edit metadata.</Notice>
      )}
      {conflicting.length > 0 && (
        <Notice tone="warning" announce title="Someone else changed some of these files">
          Nothing was saved. Below is the updated preview. Changed while you were editing: {quotedNames(conflicting)}.
        </Notice>
      )}
      {plan ? (
        <>
          <Button size="small" className="self-start" onClick={returnToFields}>
            Back to fields
          </Button>
          <ChangesPreview plan={plan} withoutRecord={files.length - slugs.length} />
        </>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-faded">
            Files can contain a date, a creator, keywords, and more.
            <Button size="small" onClick={() => setDraft(withEmbedded)}>
              Fill blank fields from files
            </Button>
          </p>
          <ChangesForm
            draft={draft}
            showErrors={showErrors}
            onChange={(name, changes) =>
              setDraft((current) => ({ ...current, [name]: { ...current[name], ...changes } }))
            }
          />
        </>
      )}
      <LeaveConfirmation unsaved={() => fields.length > 0 && !hasSaved.current} />
    </FormDialog>
  );
}
