import type { StorageDiscrepancy } from '@archive/contracts';
import { Link } from '@archive/router';
import { Button, formatDateTime, formatFileSize, linkClass } from '@archive/ui';
import { useState } from 'react';
import { explorerHref, fileHref } from '../explorer-url.ts';
import { DeleteFileDialog, DeleteRecordDialog } from './removals.tsx';
import { useResolveDiscrepancy } from './use-resolve-discrepancy.ts';

interface DiscrepancyRowProps {
  discrepancy: StorageDiscrepancy;
  editing: boolean;
}

/** One discrepancy, with the actions that resolve it in Edit Mode. */
export function DiscrepancyRow({ discrepancy, editing }: DiscrepancyRowProps) {
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
