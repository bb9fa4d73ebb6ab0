import { packageRecordsQuery } from '@archive/api-client';
import type {
  ConflictChoice,
  MergedKind,
  PackageAction,
  PackageChoice,
  PackagePreview as Preview,
  PackageRecord,
} from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { useSearchParams } from '@archive/router';
import { useAllows } from '@archive/shell-api';
import {
  Anchor,
  Badge,
  Button,
  formatCount,
  formatList,
  formatNumber,
  Notice,
  Pagination,
  pluralize,
  Select,
  SkeletonList,
} from '@archive/ui';
import type { Tone } from '../labels.ts';
import { usePackageChoices } from '../use-package-choices.ts';
import { Choices, Conflict } from './conflicts.tsx';
import { LoadFailed } from './load-failed.tsx';

const PAGE_SIZE = 50;
const ACTIONS: readonly { action: PackageAction; label: string; badge?: string; tone: Tone }[] = [
  { action: 'unclear', label: 'Unclear', tone: 'signal' },
  { action: 'conflict', label: 'Conflicts', badge: 'Conflict', tone: 'amber' },
  { action: 'add', label: 'New', tone: 'sea' },
  { action: 'equal', label: 'Unchanged', tone: 'plain' },
];
const KINDS: Record<MergedKind, string> = {
  people: 'Person',
  presidents: 'President/Owner',
  media: 'Media',
  voyages: 'Voyage',
  albums: 'Album',
  places: 'Place',
  stories: 'Story',
};
const PAGES: Partial<Record<MergedKind, string>> = {
  people: '/people/',
  presidents: '/people/',
  voyages: '/voyages/',
  places: '/places/',
  stories: '/stories/',
};

interface PackagePreviewProps {
  id: string;
  preview: Preview;
  busy: boolean;
  onApply: (decisions: { choices: PackageChoice[]; others: ConflictChoice }) => void;
  onCancel: () => void;
}

/** How a package differs from the archive, with the choices that its import needs. */
export function PackagePreview({ id, preview, busy, onApply, onCancel }: PackagePreviewProps) {
  const { choices, others, everywhere, choose, chooseOthers } = usePackageChoices(id);
  const undecided = preview.unclear - [...choices.values()].filter(({ same }) => same !== undefined).length;
  const mayImport = useAllows('administrator') || !preview.needs_administrator;
  const isEqual = preview.add + preview.conflict + preview.unclear === 0;
  return (
    <div className="flex w-full flex-col gap-6">
      {preview.outdated && (
        <Notice announce tone="warning" title="The archive has changed since you saw the differences">
          Nothing was imported. Check the differences again; your choices are kept.
        </Notice>
      )}
      {isEqual ? (
        <Notice tone="success" title="Nothing to import">
          Every record of the package is already in the archive.
        </Notice>
      ) : (
        <p className="max-w-measure">
          {differencesOf(preview)} Nothing has changed yet. This preview expires after a day.
        </p>
      )}
      {!mayImport && (
        <Notice title="An administrator has to import this package">
          It changes more voyages than your archive allows one curator alone. Send them the address of this page. This
          preview expires after a day.
        </Notice>
      )}
      {preview.unclear > 0 && (
        <Notice tone="warning" title={`${formatCount(preview.unclear, 'record')} may not match`}>
          The archive has a record at the same address, but with another name, date, or file. Decide for each if it is
          the same record.
        </Notice>
      )}
      {preview.conflict > 0 && (
        <div className="flex flex-col gap-2">
          <p>If you don’t choose, the archive’s version is kept.</p>
          <Choices
            options={[
              { value: 'keep', text: 'Keep archive version everywhere' },
              { value: 'take', text: 'Use package version everywhere' },
            ]}
            chosen={everywhere}
            onChoose={chooseOthers}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {!isEqual && (
          <Button
            variant="primary"
            disabled={undecided > 0 || !mayImport}
            busy={busy}
            onClick={() => onApply({ choices: [...choices.values()], others })}
          >
            Import package
          </Button>
        )}
        <Button disabled={busy} onClick={onCancel}>
          {isEqual ? 'Done' : 'Cancel import'}
        </Button>
        {undecided > 0 && (
          <span className="text-13 text-faded">
            {pluralize(undecided, 'A record needs', `${formatNumber(undecided)} records need`)} your decision first.
          </span>
        )}
      </div>
      <Records id={id} preview={preview} choices={choices} others={others} onChoose={choose} />
    </div>
  );
}

/** What the package has, without what is zero: “The package has 2 new records. 30 are the same as in the archive.” */
function differencesOf({ add, conflict, unclear, equal }: Preview): string {
  const differing = formatList(
    [
      add > 0 && formatCount(add, 'new record'),
      conflict > 0 &&
        `${formatCount(conflict, 'record')} that ${pluralize(conflict, 'differs', 'differ')} from the archive`,
      unclear > 0 && `${formatCount(unclear, 'record')} to decide about`,
    ].filter((text) => text !== false),
  );
  const same = equal > 0 ? ` ${formatCount(equal, 'record')} ${pluralize(equal, 'is', 'are')} the same in both.` : '';
  return `The package has ${differing}.${same}`;
}

type ChoicesByRecord = ReadonlyMap<string, PackageChoice>;

interface RecordsProps {
  id: string;
  preview: Preview;
  choices: ChoicesByRecord;
  others: ConflictChoice;
  onChoose: (choice: PackageChoice) => void;
}

/** The records of the package; the filter and page are in the URL. */
function Records({ id, preview, choices, others, onChoose }: RecordsProps) {
  const [params, setParams] = useSearchParams();
  const show = ACTIONS.find(({ action }) => action === params.get('show'))?.action;
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = { ...(show && { action: [show] }), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { data, error, isFetching, refetch } = useQuery({
    ...packageRecordsQuery(id, query),
    placeholderData: keepPreviousData,
  });
  const total = ACTIONS.reduce((sum, { action }) => sum + preview[action], 0);
  const options = [
    { value: '', label: `All records (${formatNumber(total)})` },
    ...ACTIONS.filter(({ action }) => preview[action] > 0 || action === show).map(({ action, label }) => ({
      value: action,
      label: `${label} (${formatNumber(preview[action])})`,
    })),
  ];
  const hrefOf = (to: number) =>
    `?${new URLSearchParams({ ...(show && { show }), ...(to > 1 && { page: String(to) }) })}`;
  return (
    <section aria-labelledby="records" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-rule pb-3">
        <h2 id="records" className="font-serif text-21">
          Records
        </h2>
        <Select
          label="Show"
          value={show ?? ''}
          options={options}
          onChange={({ target: { value } }) => setParams(value ? { show: value } : {}, { replace: true })}
        />
      </div>
      {data && (
        <>
          <ul aria-busy={isFetching} className="divide-y divide-rule">
            {data.items.map((item) => (
              <Item
                key={`${item.kind} ${item.slug}`}
                item={item}
                choice={choices.get(`${item.kind} ${item.slug}`)}
                others={others}
                onChoose={onChoose}
              />
            ))}
          </ul>
          <Pagination page={page} pageSize={PAGE_SIZE} total={data.total} hrefOf={hrefOf} label="Pages of records" />
        </>
      )}
      {!data && !error && <SkeletonList label="Loading records..." rows={6} />}
      {!data && error && <LoadFailed title="Can’t load the records" query={{ error, isFetching, refetch }} />}
    </section>
  );
}

interface ItemProps {
  item: PackageRecord;
  choice: PackageChoice | undefined;
  others: ConflictChoice;
  onChoose: (choice: PackageChoice) => void;
}

function Item({ item, choice, others, onChoose }: ItemProps) {
  const { kind, slug, title, action, archive_version, doubt, changes } = item;
  const { label, badge = label, tone } = ACTIONS.find((one) => one.action === action)!;
  const page = archive_version !== null && PAGES[kind];
  const decided = { ...choice, kind, slug };
  const fields = changes.map(({ field }) => field);
  const taken = choice?.take ?? (others === 'take' ? fields : []);
  const take = (some: readonly string[], how: ConflictChoice) =>
    onChoose({
      ...decided,
      take: how === 'take' ? [...new Set([...taken, ...some])] : taken.filter((field) => !some.includes(field)),
    });
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-56 font-serif text-17 break-words">
          {page ? (
            <Anchor
              href={page + (doubt === null ? item.archive_slug : slug)}
              className="text-navy underline-offset-4 hover:underline"
            >
              {title}
            </Anchor>
          ) : (
            title
          )}
        </h3>
        <span className="text-13 text-faded">{KINDS[kind]}</span>
        <Badge tone={tone}>{badge}</Badge>
      </div>
      {doubt !== null && (
        <div className="flex flex-col gap-2 rounded border border-l-3 border-rule border-l-signal p-3">
          <p>{doubt}</p>
          <Choices
            options={[
              { value: 'same', text: 'Same record' },
              { value: 'different', text: 'Add as new' },
            ]}
            chosen={choice?.same === undefined ? null : choice.same ? 'same' : 'different'}
            onChoose={(value) => onChoose({ ...decided, same: value === 'same' })}
          />
        </div>
      )}
      {changes.length > 0 && (doubt === null || choice?.same === true) && (
        <div className="flex flex-col gap-3 rounded border border-l-3 border-rule border-l-amber p-3">
          {changes.map(({ field, label: name, from, to }) => (
            <Conflict
              key={field}
              label={name}
              archive={from || null}
              other={to || null}
              source="package"
              choice={taken.includes(field) ? 'take' : 'keep'}
              onChoose={(how) => take([field], how)}
            />
          ))}
          {changes.length > 1 && (
            <div className="flex flex-wrap gap-2 border-t border-rule pt-3">
              <Button size="small" onClick={() => take(fields, 'keep')}>
                Keep all archive versions
              </Button>
              <Button size="small" onClick={() => take(fields, 'take')}>
                Use all package versions
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
