import { fetchMedia, keys } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, Dialog, formatCount, formatDate, formatFileSize, formatNumber, Thumbnail } from '@archive/ui';
import { useId, useState } from 'react';
import { mediaHref } from '../../urls.ts';
import { kindOfFile } from '../../stored-file.ts';
import { type Decision, isForRecords, type UploadItem } from '../store/upload-item.ts';
import { uploads } from '../store/upload-store.ts';

interface DuplicateReviewProps {
  /** Files that the archive already has. */
  duplicates: readonly UploadItem[];
  /** Stored files with a similar image. */
  similar: readonly UploadItem[];
  onClose: () => void;
}

/** All duplicates among the uploads, with both files side by side. A decision applies to one file, or to all of a kind. */
export function DuplicateReview({ duplicates, similar, onClose }: DuplicateReviewProps) {
  const [busy, setBusy] = useState(false);
  const decide = (items: readonly UploadItem[], decision: Decision) => {
    setBusy(true);
    void uploads
      .decide(
        items.map(({ id }) => id),
        decision,
      )
      .finally(() => setBusy(false));
  };
  const isDone = duplicates.length + similar.length === 0;
  return (
    <Dialog
      open
      size="large"
      title="Review duplicates"
      description="Compare your files with those in the library, and choose which to keep."
      onOpenChange={onClose}
      footer={
        <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
          {isDone ? 'Done' : 'Decide later'}
        </Button>
      }
    >
      {isDone && <p>No duplicates left to review.</p>}
      <div className="flex flex-col gap-8">
        <Duplicates
          title="Same file"
          noun="duplicate"
          allSuffix=" for all"
          hint="The archive already has these files, so they aren’t uploaded yet. Replace updates the existing record with the fields you entered."
          items={duplicates}
          busy={busy}
          onDecide={decide}
        />
        <Duplicates
          title="Similar images"
          noun="similar image"
          allSuffix=" for all similar images"
          hint="These files are uploaded, and look like images in the library. Use existing moves your file to the trash. Replace puts your file in the existing record, and moves the previous file to the trash."
          items={similar}
          busy={busy}
          onDecide={decide}
        />
      </div>
    </Dialog>
  );
}

interface DecisionsProps {
  items: readonly UploadItem[];
  /** End of the button labels. */
  suffix: string;
  busy: boolean;
  onDecide: (items: readonly UploadItem[], decision: Decision) => void;
}

interface DuplicatesProps extends Omit<DecisionsProps, 'suffix'> {
  title: string;
  noun: string;
  hint: string;
  allSuffix: string;
}

function Duplicates({ title, noun, hint, allSuffix, items, busy, onDecide }: DuplicatesProps) {
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <div>
        <h3 id={heading} className="text-17 font-semibold">
          {title}
        </h3>
        <p className="text-13 text-faded">{hint}</p>
      </div>
      {items.length > 1 && (
        <fieldset className="flex flex-wrap items-center gap-2 border-b border-rule pb-4">
          <legend className="float-left mr-2 font-medium">All {formatCount(items.length, noun)}</legend>
          <Decisions items={items} suffix={allSuffix} busy={busy} onDecide={onDecide} />
        </fieldset>
      )}
      <ul aria-labelledby={heading} className="flex flex-col gap-6">
        {items.map((item) => (
          <Duplicate key={item.id} item={item} busy={busy} onDecide={onDecide} />
        ))}
      </ul>
    </section>
  );
}

function Decisions({ items, suffix, busy, onDecide }: DecisionsProps) {
  const areTrashed = items.every(({ duplicate }) => duplicate?.trashed);
  const areSimilar = items.some(({ similar }) => similar);
  const isAttached = items.some(isForRecords);
  const existing = isAttached ? 'Use existing (attach it here)' : 'Use existing';
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
      // For similar images, no button is primary: only the curator can say which picture is better.
      variant={decision === 'use' && !areSimilar ? 'primary' : 'secondary'}
      disabled={busy}
      aria-label={`${label}${suffix}`}
      onClick={() => onDecide(items, decision)}
    >
      {label}
    </Button>
  ));
}

/** A record of the library, as shown beside an uploaded file. */
const useRecord = (slug: string | undefined) =>
  useQuery({
    queryKey: [...keys.media, 'duplicate', slug],
    queryFn: () => fetchMedia(slug ?? ''),
    enabled: slug !== undefined,
  }).data;

const factsOf = (facts: (string | number | false | null | undefined)[]) => facts.filter(Boolean).join(' · ');

const sizesOf = (media: MediaItem | undefined) => [
  media?.width && media.height && `${formatNumber(media.width)} × ${formatNumber(media.height)} pixels`,
  media?.size && formatFileSize(media.size),
];

function Duplicate({ item, busy, onDecide }: Pick<DecisionsProps, 'busy' | 'onDecide'> & { item: UploadItem }) {
  const { name, values, preview, duplicate, similar, media_slug: slug, failure } = item;
  const existing = useRecord(duplicate?.trashed === false ? duplicate.slug : similar?.slug);
  const stored = useRecord(similar ? slug : undefined);
  // After a reload, the browser has no picture of the file.
  const own = preview ?? (similar ? stored : existing)?.thumbnail_url ?? null;
  return (
    <li className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-4">
        <figure className="min-w-0">
          <div className="h-36 overflow-hidden">
            <Thumbnail src={own} alt="" kind={kindOfFile(item)} fit="contain" />
          </div>
          <figcaption className="mt-1 text-13 text-faded wrap-anywhere">
            <span className="block font-medium text-ink">{values.title}</span>
            Your file: {name}
            {similar && <span className="block">{factsOf(sizesOf(stored))}</span>}
          </figcaption>
        </figure>
        <figure className="min-w-0">
          <div className="h-36 overflow-hidden">
            <Thumbnail src={existing?.thumbnail_url ?? null} alt="" kind={kindOfFile(item)} fit="contain" />
          </div>
          <figcaption className="mt-1 text-13 text-faded wrap-anywhere">
            {existing ? (
              <>
                <span className="block font-medium text-ink">
                  <a href={mediaHref(existing.media_slug)} target="_blank" rel="noreferrer" className="underline">
                    {existing.title}
                  </a>
                </span>
                {factsOf(['In the library', existing.credit, existing.date && formatDate(existing.date)])}
                {similar && <span className="block">{factsOf(sizesOf(existing))}</span>}
              </>
            ) : (
              duplicate?.message
            )}
          </figcaption>
        </figure>
      </div>
      {failure && <p className="text-13 text-signal">{failure}</p>}
      <div className="flex flex-wrap gap-2">
        <Decisions items={[item]} suffix={`: ${name}`} busy={busy} onDecide={onDecide} />
      </div>
    </li>
  );
}
