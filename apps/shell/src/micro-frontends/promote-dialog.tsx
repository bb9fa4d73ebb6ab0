import { messageOf, promoteMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, Notice, Select, toast } from '@archive/ui';
import { useState } from 'react';
import { useTitles } from './use-titles.ts';

const ALL = '100';
const SHARES = [
  { value: ALL, label: 'All sessions' },
  { value: '50', label: '50% of sessions' },
  { value: '25', label: '25% of sessions' },
  { value: '10', label: '10% of sessions' },
  { value: '5', label: '5% of sessions' },
];

interface Props {
  name: string;
  version: string;
  /** Whether no version is live yet, so that a canary makes no sense. */
  first: boolean;
  revision: number;
  onClose: () => void;
}

/** Asks which share of sessions gets a version, then promotes it. */
export function PromoteDialog({ name, version, first, revision, onClose }: Props) {
  const title = useTitles()(name);
  const [share, setShare] = useState(ALL);
  const promote = useMutation({
    ...promoteMutation(useQueryClient()),
    onSuccess: () => {
      toast.success(`${title} ${version} is live${share === ALL ? '' : ` for ${share}% of sessions`}`);
      onClose();
    },
  });
  const canary = share === ALL ? undefined : Number(share);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Promote ${title} ${version}?`}
      description="New page loads will get this version. Pages that are already open will keep their version and offer to reload."
      confirmText="Promote"
      busy={promote.isPending}
      onConfirm={() => promote.mutate({ name, version, revision, ...(canary === undefined ? {} : { canary }) })}
    >
      <div className="space-y-4">
        {!first && (
          <Select
            label="Audience"
            help="A canary is always shown to the same sessions. It stops automatically if more than 20% of its sessions fail. A full release is rolled back if that happens in its first ten minutes."
            options={SHARES}
            value={share}
            onChange={(event) => setShare(event.target.value)}
          />
        )}
        {promote.error && (
          <Notice announce tone="error">
            {messageOf(promote.error)}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
