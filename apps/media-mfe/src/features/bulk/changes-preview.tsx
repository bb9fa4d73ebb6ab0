import type { MediaChangePlan } from '@archive/api-client';
import type { MediaChange } from '@archive/contracts';
import { Button, formatCount, formatNumber, pluralize } from '@archive/ui';
import { useState } from 'react';
import { FIELD_LABELS, formatValue, type MediaDraft } from '../metadata/media-draft.ts';

const PAGE_SIZE = 50;

/** The planned changes, file by file. */
export function ChangesPreview({ plan, withoutRecord }: { plan: MediaChangePlan; withoutRecord: number }) {
  const [shownCount, setShown] = useState(PAGE_SIZE);
  const { changed, unchanged, missing } = plan;
  const unknown = missing.length + withoutRecord;
  return (
    <div className="space-y-3">
      <p className="text-faded">
        {[
          changed.length === 0 ? 'No files will change.' : `${formatCount(changed.length, 'file')} will change.`,
          unchanged > 0 && `${formatCount(unchanged, 'file')} ${pluralize(unchanged, 'is', 'are')} already up to date.`,
          unknown > 0 &&
            `${formatCount(unknown, 'file')} ${pluralize(unknown, 'isn’t', 'aren’t')} in the database and won’t be changed.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul aria-label="Files that will change" className="divide-y divide-rule border-y border-rule">
        {changed.slice(0, shownCount).map((change) => (
          <Row key={change.media_slug} change={change} />
        ))}
      </ul>
      {changed.length > shownCount && (
        <Button size="small" onClick={() => setShown(shownCount + 10 * PAGE_SIZE)}>
          Show more ({formatNumber(changed.length)} in total)
        </Button>
      )}
    </div>
  );
}

function Row({ change: { title, changes } }: { change: MediaChange }) {
  return (
    <li className="py-2.5">
      <span className="block font-medium wrap-anywhere">{title}</span>
      <dl className="mt-1 space-y-1">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
            <dt className="text-13 leading-6 text-faded">{FIELD_LABELS[field as keyof MediaDraft]}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
              {before && <del className="text-faded">{formatValue(field, before)}</del>}{' '}
              {after ? <ins className="no-underline">{formatValue(field, after)}</ins> : <em>blank</em>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
