import {
  type DiscrepancyKind,
  addToLibraryMutation,
  bulkUndoResolutionsMutation,
  discrepanciesQuery,
  keepChangedFileMutation,
  messageOf,
  relinkFileMutation,
  undoResolutionMutation,
} from '@archive/api-client';
import type { Resolution, StorageDiscrepancy, StorageStatus } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Link } from '@archive/router';
import { QueryState } from '@archive/shell-api';
import { Button, formatDateTime, formatFileSize, formatNumber, linkClass, toast } from '@archive/ui';
import { useId, useState } from 'react';
import { explorerHref, fileHref } from '../urls.ts';
import { DeleteFileDialog, DeleteRecordDialog } from './removals.tsx';
import { RESOLUTIONS_BY_KIND, RESOLUTION_TEXTS } from './resolve-dialog.tsx';

const HEADINGS: Record<DiscrepancyKind, { title: string; lede: string }> = {
  missing_file: {
    title: 'Records with a missing file',
    lede: 'The record’s file is no longer in storage.',
  },
  changed_file: {
    title: 'Records with a changed file',
    lede: 'The file in storage is not the one that was uploaded.',
  },
  unknown_file: {
    title: 'Files without a record',
    lede: 'Files in storage without a media record.',
  },
};

const PAGE_SIZE = 50;

interface DiscrepancyListProps {
  kind: DiscrepancyKind;
  status: StorageStatus;
  /** Cache key: changes whenever the list may have changed. */
  checkedAt: string;
  editing: boolean;
  onResolve: (resolution: Resolution) => void;
}

/** Discrepancies of one kind, sorted by path. */
export function DiscrepancyList({ kind, status, checkedAt, editing, onResolve }: DiscrepancyListProps) {
  const count = status[kind];
  const head = useId();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const query = useQuery({ ...discrepanciesQuery(kind, limit, checkedAt), enabled: count > 0 });
  const { data } = query;
  if (count === 0) return null;
  const { title, lede } = HEADINGS[kind];
  return (
    <section aria-labelledby={head} className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={head} className="text-21">
            {title} <span className="text-faded tabular-nums">({formatNumber(count)})</span>
          </h2>
          <p className="text-faded">{lede}</p>
        </div>
        {editing && <ResolveAll kind={kind} status={status} onResolve={onResolve} />}
      </div>
      {!data && <QueryState query={query} loading={`Loading: ${title}`} />}
      {data && (
        <ul aria-labelledby={head} className="divide-y divide-rule border-y border-rule">
          {data.items.map((discrepancy) => (
            <DiscrepancyRow key={discrepancy.id} discrepancy={discrepancy} editing={editing} />
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <Button onClick={() => setLimit(Math.min(1000, limit + 4 * PAGE_SIZE))}>
          Show more ({formatNumber(data.total)} in total)
        </Button>
      )}
    </section>
  );
}

interface DiscrepancyRowProps {
  discrepancy: StorageDiscrepancy;
  editing: boolean;
}

/** One discrepancy, with the actions that resolve it in Edit Mode. */
function DiscrepancyRow({ discrepancy, editing }: DiscrepancyRowProps) {
  const { path, url, record, kind } = discrepancy;
  const parts = path.split('/');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-72 space-y-0.5">
        {record && <span className="block font-medium wrap-anywhere">{record.title}</span>}
        {kind === 'missing_file' ? (
          <span className="block text-13 wrap-anywhere text-faded">{path}</span>
        ) : (
          <Link
            to={fileHref(url) ?? explorerHref(parts.slice(0, -1).join('/'), parts.at(-1))}
            className={linkClass('wrap-anywhere')}
          >
            {path}
          </Link>
        )}
        <Facts discrepancy={discrepancy} />
      </div>
      {editing && <Actions discrepancy={discrepancy} />}
    </li>
  );
}

function Facts({ discrepancy }: { discrepancy: StorageDiscrepancy }) {
  const { size, last_modified, content_type, rejection, same_as, elsewhere, record, kind } = discrepancy;
  const facts = [
    size !== null &&
      (record?.size != null && record.size !== size
        ? `${formatFileSize(size)}, was ${formatFileSize(record.size)}`
        : formatFileSize(size)),
    content_type,
    last_modified !== null && formatDateTime(last_modified),
  ].filter(Boolean);
  return (
    <div className="text-13 text-faded">
      {facts.length > 0 && <p className="tabular-nums">{facts.join(' · ')}</p>}
      {rejection && <p>{rejection}</p>}
      {same_as && <p>Same file as “{same_as.title}” in the media library.</p>}
      {kind === 'missing_file' && elsewhere.length === 0 && <p>No copy of the file was found in storage.</p>}
      {elsewhere.map((item) => (
        <p key={item.path} className="wrap-anywhere">
          A copy is at {item.path}
        </p>
      ))}
    </div>
  );
}

type Confirmation = 'file' | 'record';

function Actions({ discrepancy }: { discrepancy: StorageDiscrepancy }) {
  const { kind, path, record, elsewhere, rejection } = discrepancy;
  const [confirming, setConfirming] = useState<Confirmation>();
  const { addToLibrary, relink, keepChangedFile, busy } = useResolveDiscrepancy(discrepancy);
  const name = record?.title ?? path;
  const close = () => setConfirming(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'unknown_file' && (
        <>
          {rejection === null && (
            <Button size="small" busy={busy} aria-label={`Add to library: ${path}`} onClick={addToLibrary}>
              Add to library
            </Button>
          )}
          <Button size="small" aria-label={`Delete file: ${path}`} onClick={() => setConfirming('file')}>
            Delete file
          </Button>
        </>
      )}
      {kind !== 'unknown_file' && (
        <>
          {elsewhere.map((item) => (
            <Button
              key={item.path}
              size="small"
              busy={busy}
              aria-label={`Relink ${name} to ${item.path}`}
              onClick={() => relink(item.path)}
            >
              Relink
            </Button>
          ))}
          {kind === 'changed_file' && rejection === null && (
            <Button size="small" busy={busy} aria-label={`Keep changed file: ${name}`} onClick={keepChangedFile}>
              Keep changed file
            </Button>
          )}
          <Button size="small" aria-label={`Delete record: ${name}`} onClick={() => setConfirming('record')}>
            Delete record
          </Button>
        </>
      )}
      {confirming === 'file' && <DeleteFileDialog discrepancy={discrepancy} onClose={close} />}
      {confirming === 'record' && record && (
        <DeleteRecordDialog record={record} hasFile={kind === 'changed_file'} onClose={close} />
      )}
    </div>
  );
}

interface ResolveAllProps {
  kind: DiscrepancyKind;
  status: StorageStatus;
  onResolve: (resolution: Resolution) => void;
}

/** Buttons that resolve all discrepancies of a kind. Hidden during a check, and if there is only one discrepancy. */
function ResolveAll({ kind, status: { check, resolved_by }, onResolve }: ResolveAllProps) {
  if (check?.state === 'running') return null;
  const resolutions = RESOLUTIONS_BY_KIND[kind].filter((resolution) => resolved_by[resolution] > 1);
  return (
    <div className="flex flex-wrap gap-2">
      {resolutions.map((resolution) => (
        <Button key={resolution} size="small" onClick={() => onResolve(resolution)}>
          {RESOLUTION_TEXTS[resolution].buttonText(resolved_by[resolution])}
        </Button>
      ))}
    </div>
  );
}

/** Resolves one discrepancy and offers Undo. Uses mutateAsync, because the row unmounts before its toast closes. */
function useResolveDiscrepancy({ id, path, record }: StorageDiscrepancy) {
  const client = useQueryClient();
  const adding = useMutation(addToLibraryMutation(client));
  const relinking = useMutation(relinkFileMutation(client));
  const keeping = useMutation(keepChangedFileMutation(client));
  const { mutateAsync: undoAdding } = useMutation(bulkUndoResolutionsMutation(client));
  const { mutateAsync: undo } = useMutation(undoResolutionMutation(client));
  const title = record?.title ?? path;

  const key = `discrepancy ${id}`;
  const showError = (error: unknown) => toast.error(messageOf(error), { key });
  const undoAction = (undoCall: () => Promise<unknown>) => ({
    key,
    action: {
      label: 'Undo',
      onClick: () =>
        void undoCall().then(
          () => toast.success('Undone'),
          (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`),
        ),
    },
  });

  return {
    busy: adding.isPending || relinking.isPending || keeping.isPending,
    addToLibrary: () =>
      void adding.mutateAsync({ id }).then(
        ({ title: recordTitle }) =>
          toast.success(
            `“${recordTitle}” added to the media library`,
            undoAction(async () => {
              const { failures } = await undoAdding({ ids: [id], onProgress: () => undefined });
              if (failures[0]) throw new Error(failures[0].reason);
            }),
          ),
        showError,
      ),
    relink: (to: string) =>
      void relinking.mutateAsync({ id, path: to }).then(
        () =>
          toast.success(
            `${title} relinked to its file`,
            undoAction(() => undo(id)),
          ),
        showError,
      ),
    keepChangedFile: () =>
      void keeping.mutateAsync(id).then(
        () =>
          toast.success(
            `Changed file of ${title} kept`,
            undoAction(() => undo(id)),
          ),
        showError,
      ),
  };
}
