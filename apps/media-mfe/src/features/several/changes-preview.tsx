import type { MediaChangePlan } from '@archive/api-client';
import type { MediaChange } from '@archive/contracts';
import { Button } from '@archive/ui';
import { useState } from 'react';
import { FIELD_LABELS, said, type MediaDraft } from '../metadata/media-draft.ts';
import { countOf } from './names.ts';

const PAGE = 50;

/** What changes on which file, before it does. */
export function ChangesPreview({ plan, withoutRecord }: { plan: MediaChangePlan; withoutRecord: number }) {
  const [shown, setShown] = useState(PAGE);
  const { changed, unchanged, missing } = plan;
  return (
    <div className="space-y-3">
      <p className="text-faded">
        {[
          changed.length === 0 ? 'Nothing changes.' : `${countOf(changed.length)} will change.`,
          unchanged > 0 && `${countOf(unchanged)} already as wanted.`,
          missing.length + withoutRecord > 0 &&
            `${countOf(missing.length + withoutRecord)} not found in database: left as they are.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul aria-label="Files that change" className="divide-y divide-rule border-y border-rule">
        {changed.slice(0, shown).map((change) => (
          <Row key={change.media_slug} change={change} />
        ))}
      </ul>
      {changed.length > shown && (
        <Button size="small" onClick={() => setShown(shown + 10 * PAGE)}>
          Show more of {changed.length.toLocaleString('en-US')}
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
              {before && <del className="text-faded">{said(field, before)}</del>}{' '}
              {after ? <ins className="no-underline">{said(field, after)}</ins> : <em>blank</em>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
