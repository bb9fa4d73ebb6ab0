import type { IngestProblem } from '@archive/contracts';
import { Button, CollapsibleSection, Disclosure, formatCount, formatNumber } from '@archive/ui';
import { CircleAlert, TriangleAlert } from '@archive/ui/icons';
import { type ReactNode, useMemo, useState } from 'react';
import { type LineRange } from '../labels.ts';
import { groupProblems, type ProblemGroup } from '../problem-groups.ts';
import { LineLink } from './line-link.tsx';

const PAGE_SIZE = 50;

type OnShowLines = (lines: LineRange) => void;

interface ProblemListProps {
  problems: readonly IngestProblem[];
  onShowLines: OnShowLines;
}

/** Problems in the document, errors first. Equal ones are grouped with their count. */
export function ProblemList({ problems, onShowLines }: ProblemListProps) {
  const [shownCount, setShown] = useState(PAGE_SIZE);
  const groups = useMemo(() => groupProblems(problems), [problems]);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <CollapsibleSection
      title="Problems"
      meta={[
        errors > 0 && formatCount(errors, 'error'),
        problems.length > errors && formatCount(problems.length - errors, 'warning'),
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <ul className="divide-y divide-rule">
        {groups.slice(0, shownCount).map((group) => (
          <li key={`${group.severity} ${group.message} ${group.problems[0]?.line}`} className="py-3">
            <Group group={group} onShowLines={onShowLines} />
          </li>
        ))}
      </ul>
      {groups.length > shownCount && (
        <Button size="small" className="mt-3" onClick={() => setShown(shownCount + PAGE_SIZE)}>
          Show more ({formatNumber(groups.length)} in total)
        </Button>
      )}
    </CollapsibleSection>
  );
}

function Group({
  group: { severity, message, varies, suggestion, problems },
  onShowLines,
}: {
  group: ProblemGroup;
  onShowLines: OnShowLines;
}) {
  const [firstProblem] = problems;
  if (problems.length === 1 && firstProblem) return <Problem problem={firstProblem} onShowLines={onShowLines} />;
  const voyages = new Set(problems.map(({ voyage, line }) => voyage ?? line));
  const isOnePerVoyage = voyages.size === problems.length && problems.every(({ voyage }) => voyage !== null);
  return (
    <WithIcon severity={severity}>
      <p className="break-words">
        <strong className="font-medium">
          {isOnePerVoyage
            ? `In ${formatCount(problems.length, 'voyage')}`
            : `On ${formatCount(problems.length, 'line')}`}
          {varies && ', such as'}:
        </strong>{' '}
        {message}
      </p>
      {suggestion && <p className="text-13 break-words text-faded">{suggestion}</p>}
      <Disclosure label={<span className="text-13">Show lines</span>}>
        <Lines problems={problems} message={message} onShowLines={onShowLines} />
      </Disclosure>
    </WithIcon>
  );
}

/** The lines of a group of problems, each with the text that differs. */
function Lines({ problems, message: common, onShowLines }: ProblemListProps & { message: string }) {
  const [shownCount, setShown] = useState(PAGE_SIZE);
  return (
    <>
      <ul className="flex flex-col gap-1 text-13">
        {problems.slice(0, shownCount).map(({ line, voyage, message, suggestion }, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-3">
            {line !== null && <LineLink lines={{ from: line, to: line }} onShowLines={onShowLines} />}
            {voyage && <span className="text-faded">{voyage}</span>}
            {message !== common && <span className="min-w-0 basis-full break-words">{message}</span>}
            {message !== common && suggestion && (
              <span className="min-w-0 basis-full break-words text-faded">{suggestion}</span>
            )}
          </li>
        ))}
      </ul>
      {problems.length > shownCount && (
        <Button size="small" className="mt-2" onClick={() => setShown(shownCount + PAGE_SIZE)}>
          Show more ({formatNumber(problems.length)} in total)
        </Button>
      )}
    </>
  );
}

/** One problem with its line and suggestion. */
export function Problem({ problem, onShowLines }: { problem: IngestProblem; onShowLines: OnShowLines }) {
  const { severity, line, voyage, field, message, suggestion } = problem;
  return (
    <WithIcon severity={severity}>
      <p className="break-words">{message}</p>
      {suggestion && <p className="text-13 break-words text-faded">{suggestion}</p>}
      <p className="flex flex-wrap items-center gap-x-3 text-13 text-faded">
        {line !== null && <LineLink lines={{ from: line, to: line }} onShowLines={onShowLines} />}
        {[voyage, field].filter(Boolean).join(' · ')}
      </p>
    </WithIcon>
  );
}

function WithIcon({ severity, children }: { severity: IngestProblem['severity']; children: ReactNode }) {
  const isError = severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <div className="flex gap-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isError ? 'text-signal' : 'text-amber'}`} />
      <div className="min-w-0 flex-1">
        <span className="sr-only">{isError ? 'Error: ' : 'Warning: '}</span>
        {children}
      </div>
    </div>
  );
}
