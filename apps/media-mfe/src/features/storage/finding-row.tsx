import type { StorageFinding } from '@archive/contracts';
import { Link } from '@archive/router';
import { Button, linkClass } from '@archive/ui';
import { useState } from 'react';
import { explorerHref, fileHref } from '../explorer/address.ts';
import { fileSize, instant } from '../explorer/names.ts';
import { RemoveFile, RemoveRecord } from './removals.tsx';
import { useSettling } from './use-settling.ts';

interface FindingRowProps {
  finding: StorageFinding;
  editing: boolean;
}

/** One thing that was found: what it is, and while editing what settles it. */
export function FindingRow({ finding, editing }: FindingRowProps) {
  const { path, url, record, kind } = finding;
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
        <Facts finding={finding} />
      </div>
      {editing && <Actions finding={finding} />}
    </li>
  );
}

function Facts({ finding }: { finding: StorageFinding }) {
  const { size, last_modified, content_type, refusal, same_as, elsewhere, record, kind } = finding;
  const facts = [
    size !== null &&
      (record?.size != null && record.size !== size
        ? `${fileSize(size)}, was ${fileSize(record.size)}`
        : fileSize(size)),
    content_type,
    last_modified !== null && instant(last_modified),
  ].filter(Boolean);
  return (
    <div className="text-13 text-faded">
      {facts.length > 0 && <p className="tabular-nums">{facts.join(' · ')}</p>}
      {refusal && <p>{refusal}</p>}
      {same_as && <p>The library has the same file as “{same_as.title}”.</p>}
      {kind === 'missing_file' && elsewhere.length === 0 && <p>No other file in storage is the same.</p>}
      {elsewhere.map((one) => (
        <p key={one.path} className="wrap-anywhere">
          The same file lies at {one.path}
        </p>
      ))}
    </div>
  );
}

type Asked = 'file' | 'record';

function Actions({ finding }: { finding: StorageFinding }) {
  const { kind, path, record, elsewhere, refusal } = finding;
  const [asked, setAsked] = useState<Asked>();
  const { adopt, relink, accept, busy } = useSettling(finding);
  const name = record?.title ?? path;
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'unknown_file' && (
        <>
          {refusal === null && (
            <Button size="small" busy={busy} aria-label={`Adopt ${path}`} onClick={adopt}>
              Adopt
            </Button>
          )}
          <Button size="small" aria-label={`Remove ${path}`} onClick={() => setAsked('file')}>
            Remove
          </Button>
        </>
      )}
      {kind !== 'unknown_file' && (
        <>
          {elsewhere.map((one) => (
            <Button
              key={one.path}
              size="small"
              busy={busy}
              aria-label={`Relink ${name} to ${one.path}`}
              onClick={() => relink(one.path)}
            >
              Relink
            </Button>
          ))}
          {kind === 'changed_file' && refusal === null && (
            <Button size="small" busy={busy} aria-label={`Accept the file of ${name}`} onClick={accept}>
              Accept the file
            </Button>
          )}
          <Button size="small" aria-label={`Remove record ${name}`} onClick={() => setAsked('record')}>
            Remove record
          </Button>
        </>
      )}
      {asked === 'file' && <RemoveFile finding={finding} onClose={close} />}
      {asked === 'record' && record && (
        <RemoveRecord record={record} hasFile={kind === 'changed_file'} onClose={close} />
      )}
    </div>
  );
}
