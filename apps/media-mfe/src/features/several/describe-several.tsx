import {
  ApiError,
  describeSeveralMutation,
  messageOf,
  planMediaChanges,
  type MediaChangePlan,
} from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { FormDialog, LeaveQuestion } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Notice, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { changesOf, chosenFields, NO_CHANGES, problemOf } from './changes-draft.ts';
import { ChangesForm } from './changes-form.tsx';
import { ChangesPreview } from './changes-preview.tsx';
import { countOf, named } from './names.ts';
import { useUndo } from './use-undo.ts';
import { slugsOf } from './use-usage.ts';

interface SeveralProps {
  files: StoredFile[];
  onClose: () => void;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Changes what is said of several files: what is to become of each field, then a look at what that changes, then all at once. */
export function DescribeSeveral({ files: chosen, onClose }: SeveralProps) {
  const [files] = useState(chosen);
  const [slugs] = useState(() => slugsOf(files));
  const [draft, setDraft] = useState(NO_CHANGES);
  const [tried, setTried] = useState(false);
  const [plan, setPlan] = useState<MediaChangePlan>();
  const [overtaken, setOvertaken] = useState<string[]>([]);
  const saved = useRef(false);
  const look = useMutation({ mutationFn: () => planMediaChanges(slugs, changesOf(draft)), onSuccess: setPlan });
  const apply = useMutation(describeSeveralMutation(useQueryClient()));
  const undo = useUndo();
  const fields = chosenFields(draft);
  const sound = fields.every((name) => problemOf(name, draft[name]) === undefined);

  /** Somebody else was first: the same look again shows what they made of it. */
  const lookAgain = async (seen: MediaChangePlan) => {
    const now = await look.mutateAsync();
    const before = new Map(seen.changed.map(({ media_slug, version }) => [media_slug, version]));
    const theirs = now.changed.filter(({ media_slug, version }) => before.get(media_slug) !== version);
    const settled = seen.changed.filter(({ media_slug: slug }) => !now.changed.some((one) => one.media_slug === slug));
    setOvertaken([...theirs, ...settled].map(({ title }) => title));
  };

  const save = async (seen: MediaChangePlan) => {
    try {
      const { changed } = await apply.mutateAsync({ plan: seen, changes: changesOf(draft) });
      saved.current = true;
      const revisions = changed.flatMap(({ media_slug, revision }) =>
        revision === null ? [] : [{ media_slug, revision }],
      );
      toast.success(`${countOf(changed.length)} updated successfully!`, { action: undo(revisions) });
      onClose();
    } catch (error) {
      if (isConflict(error)) await lookAgain(seen).catch(() => undefined);
    }
  };

  const next = () => {
    setTried(true);
    setOvertaken([]);
    if (sound) look.mutate();
  };
  const back = () => {
    setPlan(undefined);
    apply.reset();
  };
  const error = look.error ?? (isConflict(apply.error) ? null : apply.error);
  const busy = look.isPending || apply.isPending;
  return (
    <FormDialog
      title={`Edit Metadata of ${countOf(files.length)}`}
      description={plan ? 'What changes on which file' : 'Fields that you leave stay as they are on each file.'}
      saveText={plan ? `Apply to ${countOf(plan.changed.length)}` : 'Preview changes'}
      busyText={plan ? 'Saving...' : 'Looking...'}
      busy={busy}
      dirty={fields.length > 0}
      canSave={plan ? plan.changed.length > 0 : fields.length > 0 && slugs.length > 0}
      failure={error ? `Update failed: ${messageOf(error)}` : undefined}
      onRefused={() => setTried(true)}
      onSave={() => (plan ? void save(plan) : next())}
      onClose={onClose}
    >
      {slugs.length === 0 && (
        <Notice tone="warning">Media not found in database. Upload it first to edit metadata.</Notice>
      )}
      {overtaken.length > 0 && (
        <Notice tone="warning" announce title="Someone else has changed some of them">
          Nothing was changed. This is how it would be now; changed meanwhile: {named(overtaken)}.
        </Notice>
      )}
      {plan ? (
        <>
          <Button size="small" className="self-start" onClick={back}>
            Back to the fields
          </Button>
          <ChangesPreview plan={plan} withoutRecord={files.length - slugs.length} />
        </>
      ) : (
        <ChangesForm
          draft={draft}
          tried={tried}
          onChange={(name, changes) => setDraft((now) => ({ ...now, [name]: { ...now[name], ...changes } }))}
        />
      )}
      <LeaveQuestion unsaved={() => fields.length > 0 && !saved.current} />
    </FormDialog>
  );
}
