import { chooseEditionRightsMutation, messageOf, withholdMutation } from '@archive/api-client';
import type { EditionPreview, EditionStatus, PublishedKind, PublishedRecord } from '@archive/contracts';
import { rightsLabel } from '@archive/contracts/rights';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Checkbox, CollapsibleSection, formatCount, formatNumber, TextLink, toast } from '@archive/ui';
import { collectionHref } from '../search/search-url.ts';

const NAMES: Record<PublishedKind, [one: string, more: string]> = {
  voyage: ['voyage', 'voyages'],
  person: ['person', 'people'],
  media: ['media item', 'media items'],
  album: ['album', 'albums'],
  place: ['place', 'places'],
};
const ACTIONS = { added: 'New', changed: 'Changed', withdrawn: 'Withdrawn' };
const WARNINGS = {
  rights: 'Left out because of their rights statement, or because they have none',
  no_preview: 'No preview yet: their pages have no picture',
  no_alt_text: 'No alternative text for people who can’t see the picture',
  living_person: 'May be living: born within 110 years, without a year of death',
};

const PAGES: Record<PublishedKind, (slug: string) => string> = {
  voyage: (slug) => `/voyages/${slug}`,
  person: (slug) => `/people/${slug}`,
  media: (slug) => `/media/${slug}`,
  album: collectionHref,
  place: (slug) => `/places/${slug}`,
};

interface PreviewProps {
  preview: EditionPreview;
  rights: EditionStatus['rights'];
  /** Readers see no edition yet. */
  isFirst: boolean;
}

/** What readers get, what a curator should check first, and what is kept out. */
export function PreviewOfEdition({ preview, rights, isFirst }: PreviewProps) {
  const { totals, changes, warnings, withheld } = preview;
  return (
    <>
      <section className="flex flex-col gap-3">
        <h2 className="font-serif text-21">What readers will get</h2>
        <ul className="flex flex-wrap gap-x-8 gap-y-2">
          {Object.entries(totals).map(([kind, count]) => (
            <li key={kind}>
              <span className="font-serif text-27 tabular-nums">{formatNumber(count)}</span>{' '}
              <span className="text-faded">{NAMES[kind as PublishedKind][count === 1 ? 0 : 1]}</span>
            </li>
          ))}
        </ul>
        {changes.length === 0 && (
          <p className="text-faded">
            {isFirst ? 'There’s nothing to publish yet.' : 'Nothing has changed since the current edition.'}
          </p>
        )}
        {changes.map(({ action, kind, count, records }) => (
          <CollapsibleSection
            key={`${action} ${kind}`}
            level={3}
            defaultOpen={false}
            title={`${ACTIONS[action]}: ${formatCount(count, ...NAMES[kind])}`}
          >
            <Records records={records} count={count} canWithhold={action !== 'withdrawn'} />
          </CollapsibleSection>
        ))}
      </section>
      {warnings.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="font-serif text-21">Check before you publish</h2>
          {warnings.map(({ warning, kind, count, records }) => (
            <CollapsibleSection
              key={`${warning} ${kind}`}
              level={3}
              defaultOpen={false}
              title={formatCount(count, ...NAMES[kind])}
              meta={WARNINGS[warning]}
            >
              <Records records={records} count={count} canWithhold={warning !== 'rights'} />
            </CollapsibleSection>
          ))}
        </section>
      )}
      <RightsChoice rights={rights} />
      {withheld.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="font-serif text-21">Withheld</h2>
          <Records records={withheld} count={withheld.length} canWithhold={false} withheld />
        </section>
      )}
    </>
  );
}

interface RecordsProps {
  records: readonly PublishedRecord[];
  count: number;
  canWithhold: boolean;
  withheld?: boolean;
}

function Records({ records, count, canWithhold, withheld = false }: RecordsProps) {
  const withhold = useMutation(withholdMutation(useQueryClient()));
  const set = ({ kind, slug, title }: PublishedRecord, next: boolean, undo = true) =>
    withhold.mutate(
      { kind, slug, withheld: next },
      {
        onSuccess: () =>
          toast.success(
            next ? `${title} will be left out` : `${title} will be published`,
            undo ? { action: { label: 'Undo', onClick: () => set({ kind, slug, title }, !next, false) } } : undefined,
          ),
        onError: (error) => toast.error(`Couldn’t save. ${messageOf(error)}`),
      },
    );
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {records.map((record) => (
        <li key={`${record.kind} ${record.slug}`} className="flex min-h-11 items-center gap-3">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <TextLink href={PAGES[record.kind](record.slug)}>{record.title}</TextLink>
          </span>
          {(canWithhold || withheld) && (
            <Button
              size="small"
              aria-label={`${withheld ? 'Publish' : 'Withhold'} ${record.title}`}
              onClick={() => set(record, !withheld)}
            >
              {withheld ? 'Publish' : 'Withhold'}
            </Button>
          )}
        </li>
      ))}
      {count > records.length && <li className="py-3 text-faded">And {formatNumber(count - records.length)} more.</li>}
    </ul>
  );
}

/** The media of an edition follow from their rights statements. */
function RightsChoice({ rights }: Pick<PreviewProps, 'rights'>) {
  const choose = useMutation(chooseEditionRightsMutation(useQueryClient()));
  const published = rights.filter((statement) => statement.published).map(({ value }) => value);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-serif text-21 font-semibold">Media with these rights are published</legend>
      {rights.map(({ value, media_count: count, published: isPublished }) => (
        <Checkbox
          key={value}
          label={
            <>
              {rightsLabel(value)} <span className="text-faded">({formatCount(count, 'media item')})</span>
            </>
          }
          checked={isPublished}
          disabled={choose.isPending}
          onChange={() =>
            choose.mutate(isPublished ? published.filter((other) => other !== value) : [...published, value], {
              onError: (error) => toast.error(`Couldn’t save the rights. ${messageOf(error)}`),
            })
          }
        />
      ))}
    </fieldset>
  );
}
