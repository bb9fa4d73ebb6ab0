import { detachSeveralMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, Progress, toast } from '@archive/ui';
import { useEffect, useState } from 'react';
import { logged, VoyageNames } from '../removal/voyage-names.tsx';
import { Failures, type Failure } from './failures.tsx';
import { countOf } from './names.ts';
import { useUndo } from './use-undo.ts';
import { slugsOf, useUsageOfSeveral } from './use-usage.ts';

const FAILED = 'Failed to detach media from voyages. Check console for details.';

interface SeveralProps {
  files: StoredFile[];
  onClose: () => void;
}

/** Names the voyages that show any of the files, asks, and takes them off all of them. */
export function DetachSeveral({ files: chosen, onClose }: SeveralProps) {
  const [files] = useState(chosen);
  const [slugs] = useState(() => slugsOf(files));
  const { data, error } = useUsageOfSeveral(slugs);
  const detach = useMutation(detachSeveralMutation(useQueryClient()));
  const [sent, setSent] = useState(0);
  const [failures, setFailures] = useState<Failure[]>();
  const undo = useUndo();
  const none = slugs.length === 0;
  const unattached = data?.voyages.length === 0;

  useEffect(() => {
    if (error) {
      logged(error);
      toast.error(FAILED);
    } else if (none) toast.error('Media not found in database.');
    else if (unattached) toast('These media are not attached to any voyages.');
    if (error || none || unattached) onClose();
  }, [error, none, unattached, onClose]);

  const confirmed = async () => {
    const { voyages, revisions, failures: refused } = await detach.mutateAsync({ slugs, onProgress: setSent });
    if (revisions.length > 0)
      toast.success(`${countOf(revisions.length, 'file')} detached from ${voyages.length} voyage(s) successfully!`, {
        action: undo(revisions),
      });
    if (refused.length === 0) return onClose();
    logged(refused);
    const nameOf = new Map(files.map((file) => [file.media_slug, file.title ?? file.name]));
    return setFailures(refused.map(({ slug, reason }) => ({ name: nameOf.get(slug) ?? slug, reason })));
  };

  if (failures) return <Failures done="detached" failures={failures} onClose={onClose} />;
  if (!data || unattached) return null;
  const { voyages } = data;
  const without = files.length - slugs.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !detach.isPending && onClose()}
      title={`Detach ${countOf(slugs.length)} from all voyages?`}
      description={`They will be taken off ${voyages.length === 1 ? 'this voyage' : `these ${voyages.length} voyages`}. The media stay in the database and in storage.`}
      confirmText="Detach"
      danger
      busy={detach.isPending}
      onConfirm={() => void confirmed()}
    >
      <VoyageNames voyages={voyages} />
      {without > 0 && (
        <p className="mt-3 text-13 text-faded">{countOf(without)} not found in database: left as they are.</p>
      )}
      {detach.isPending && <Progress label="Detaching" value={(sent / slugs.length) * 100} className="mt-4" />}
    </ConfirmDialog>
  );
}
