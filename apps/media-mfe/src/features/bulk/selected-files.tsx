import { fetchBulkUsage } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, Dialog, formatCount } from '@archive/ui';
import { useRef } from 'react';

/** The properties of a selected file that bulk actions need. */
export type SelectedFile = Pick<StoredFile, 'media_slug' | 'title' | 'name' | 'url'>;

/** Slugs of the files' records, without files that have no record. */
export const slugsOf = (files: readonly SelectedFile[]): string[] =>
  files.flatMap(({ media_slug }) => media_slug ?? []);

/** Voyages that show any of the media. Always fetched again, because the confirmation lists them. */
export function useBulkUsage(slugs: string[]) {
  return useQuery({
    queryKey: ['bulk-usage', slugs],
    queryFn: () => fetchBulkUsage(slugs),
    enabled: slugs.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
}

export interface Failure {
  name: string;
  reason: string;
}

interface FailuresProps {
  /** Past participle of the action: "deleted". */
  done: string;
  failures: Failure[];
  onClose: () => void;
}

/** Lists each file that failed, with the reason. */
export function Failures({ done, failures, onClose }: FailuresProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      initialFocus={close}
      title={`${formatCount(failures.length, 'file')} couldn’t be ${done}`}
      description={`All other files were ${done}.`}
      onOpenChange={onClose}
      footer={
        <Button ref={close} variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="divide-y divide-rule border-y border-rule">
        {failures.map(({ name, reason }) => (
          <li key={name} className="py-2">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="text-13 text-faded">{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
