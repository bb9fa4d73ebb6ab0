import { fetchMedia, keys } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Button, Dialog, formatCount, formatDate, Thumbnail } from '@archive/ui';
import { useState } from 'react';
import { mediaHref } from '../../explorer-url.ts';
import { kindOfFile } from '../../file-kinds.ts';
import { type Decision, isForRecords, type UploadItem } from '../store/upload-item.ts';
import { uploads } from '../store/upload-store.ts';

/** All duplicates of the uploads, with both files side by side. Decides about one, or about all. */
export function DuplicateReview({ items, onClose }: { items: readonly UploadItem[]; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const decide = async (ids: readonly string[], decision: Decision) => {
    setBusy(true);
    await uploads.decide(ids, decision);
    setBusy(false);
  };
  const all = items.map(({ id }) => id);
  return (
    <Dialog
      open
      size="large"
      title="Review duplicates"
      description="The archive already has these files. Nothing is stored again until you decide."
      onOpenChange={onClose}
      footer={
        <Button variant={items.length === 0 ? 'primary' : 'secondary'} onClick={onClose}>
          {items.length === 0 ? 'Done' : 'Decide later'}
        </Button>
      }
    >
      {items.length === 0 && <p>Every duplicate is decided.</p>}
      {items.length > 1 && (
        <fieldset className="mb-4 flex flex-wrap items-center gap-2 border-b border-rule pb-4">
          <legend className="float-left mr-2 font-medium">All {formatCount(items.length, 'duplicate')}</legend>
          <Decisions items={items} busy={busy} onDecide={(decision) => void decide(all, decision)} />
        </fieldset>
      )}
      <ul aria-label="Duplicates" className="flex flex-col gap-6">
        {items.map((item) => (
          <Duplicate key={item.id} item={item} busy={busy} onDecide={(decision) => void decide([item.id], decision)} />
        ))}
      </ul>
    </Dialog>
  );
}

interface DecisionsProps {
  items: readonly UploadItem[];
  busy: boolean;
  onDecide: (decision: Decision) => void;
}

function Decisions({ items, busy, onDecide }: DecisionsProps) {
  const areTrashed = items.every(({ duplicate }) => duplicate?.trashed);
  const isAttached = items.some(isForRecords);
  const suffix = items.length === 1 ? `: ${items[0]!.name}` : ' for all';
  const existing = isAttached ? 'Use existing (link it here)' : 'Use existing';
  const use = areTrashed ? 'Restore from the trash' : existing;
  const choices: [Decision, string][] = [
    ['use', use],
    ['keep', 'Keep both'],
    ...(areTrashed ? [] : ([['replace', 'Replace']] satisfies [Decision, string][])),
  ];
  return choices.map(([decision, label]) => (
    <Button
      key={decision}
      size="small"
      variant={decision === 'use' ? 'primary' : 'secondary'}
      disabled={busy}
      aria-label={`${label}${suffix}`}
      onClick={() => onDecide(decision)}
    >
      {label}
    </Button>
  ));
}

function Duplicate({ item, busy, onDecide }: Omit<DecisionsProps, 'items'> & { item: UploadItem }) {
  const { name, values, preview, duplicate, failure } = item;
  const existing = useQuery({
    queryKey: [...keys.media, 'duplicate', duplicate?.slug],
    queryFn: () => fetchMedia(duplicate?.slug ?? ''),
    enabled: duplicate?.trashed === false,
  });
  const media = existing.data;
  return (
    <li className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-4">
        <figure className="min-w-0">
          <div className="h-36 overflow-hidden">
            <Thumbnail src={preview ?? media?.thumbnail_url ?? null} alt="" kind={kindOfFile(item)} fit="contain" />
          </div>
          <figcaption className="mt-1 text-13 text-faded wrap-anywhere">
            <span className="block font-medium text-ink">{values.title}</span>
            Your file: {name}
          </figcaption>
        </figure>
        <figure className="min-w-0">
          <div className="h-36 overflow-hidden">
            <Thumbnail src={media?.thumbnail_url ?? null} alt="" kind={kindOfFile(item)} fit="contain" />
          </div>
          <figcaption className="mt-1 text-13 text-faded wrap-anywhere">
            {media ? (
              <>
                <span className="block font-medium text-ink">
                  <a href={mediaHref(media.media_slug)} target="_blank" rel="noreferrer" className="underline">
                    {media.title}
                  </a>
                </span>
                {['In the library', media.credit, media.date && formatDate(media.date)].filter(Boolean).join(' · ')}
              </>
            ) : (
              duplicate?.message
            )}
          </figcaption>
        </figure>
      </div>
      {failure && <p className="text-13 text-signal">{failure}</p>}
      <div className="flex flex-wrap gap-2">
        <Decisions items={[item]} busy={busy} onDecide={onDecide} />
      </div>
      {duplicate?.trashed === false && (
        <p className="text-13 text-faded">Replace writes the fields that you entered to the existing record.</p>
      )}
    </li>
  );
}
