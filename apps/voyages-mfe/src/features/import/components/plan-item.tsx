import type { IngestChange, IngestItem, IngestReport } from '@archive/contracts';
import { Anchor, Badge, Disclosure, formatCount, formatDate } from '@archive/ui';
import { ACTION_LABELS, type LineRange } from '../labels.ts';
import { problemsInLines } from '../problem-groups.ts';
import { Conflicts, Value } from './conflicts.tsx';
import { LineLink } from './line-link.tsx';
import { PlannedCard } from './planned-card.tsx';
import { Problem } from './problem-list.tsx';
import { SourceLines } from './source-lines.tsx';

interface PlanItemProps {
  item: IngestItem;
  report: IngestReport;
  /** The lines of the document; undefined until they are loaded. */
  text: readonly string[] | undefined;
  onShowLines: (lines: LineRange) => void;
}

/** One voyage of the document with its action, changed fields and conflicts. In a preview, shows the voyage's card beside its lines. */
export function PlanItem({ item, report, text, onShowLines }: PlanItemProps) {
  const { action, title, start_date, voyage_slug, line, end_line, changes, conflicts, card } = item;
  const { label, tone } = ACTION_LABELS[action];
  const problems = problemsInLines(report.problems, item);
  const voyageExists = voyage_slug !== null && report.undone_at === null;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-56 font-serif text-17 break-words">
          {voyageExists ? (
            <Anchor href={`/voyages/${voyage_slug}`} className="text-navy underline-offset-4 hover:underline">
              {title}
            </Anchor>
          ) : (
            title
          )}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-13 text-faded">
        {start_date !== null && <span>{formatDate(start_date)}</span>}
        <LineLink lines={{ from: line, to: end_line }} onShowLines={onShowLines} />
      </p>
      {problems.length > 0 && (
        <Disclosure label={formatCount(problems.length, 'problem')} defaultOpen={action === 'rejected'}>
          <ul className="flex flex-col gap-2">
            {problems.map((problem, index) => (
              <li key={index}>
                <Problem problem={problem} onShowLines={onShowLines} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {conflicts.length > 0 && <Conflicts item={item} report={report} />}
      {changes.length > 0 && (
        <Disclosure label={formatCount(changes.length, 'changed field')}>
          <Changes changes={changes} />
        </Disclosure>
      )}
      {card && (
        <div className="grid gap-x-8 gap-y-4 pt-2 lg:grid-cols-2">
          <PlannedCard card={card} names={item.names} report={report} />
          {text && <SourceLines text={text} lines={{ from: line, to: end_line }} unused={card.unused} />}
        </div>
      )}
    </li>
  );
}

function Changes({ changes }: { changes: readonly IngestChange[] }) {
  return (
    <dl className="flex flex-col gap-3">
      {changes.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt className="text-13 font-medium">{label}</dt>
          <dd className="mt-1 grid gap-2 sm:grid-cols-2">
            <Value label="In the archive" value={before} />
            <Value label="In the document" value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
