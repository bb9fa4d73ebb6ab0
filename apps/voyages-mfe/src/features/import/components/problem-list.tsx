import type { IngestProblem } from '@archive/contracts';
import { Button, CollapsibleSection, formatCount, formatNumber } from '@archive/ui';
import { CircleAlert, TriangleAlert } from '@archive/ui/icons';
import { useState } from 'react';
import { type LineRange } from '../labels.ts';
import { LineLink } from './line-link.tsx';

const PAGE_SIZE = 50;

interface ProblemListProps {
  problems: readonly IngestProblem[];
  onLines: (lines: LineRange) => void;
}

/** Problems in the document, errors first, each with its line and a suggestion. */
export function ProblemList({ problems, onLines }: ProblemListProps) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const sorted = problems.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
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
        {sorted.slice(0, shown).map((problem, at) => (
          <Problem key={at} problem={problem} onLines={onLines} />
        ))}
      </ul>
      {problems.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + PAGE_SIZE)}>
          Show more of {formatNumber(problems.length)}
        </Button>
      )}
    </CollapsibleSection>
  );
}

function Problem({ problem, onLines }: { problem: IngestProblem; onLines: (lines: LineRange) => void }) {
  const { severity, line, voyage, field, message, suggestion } = problem;
  const Icon = severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${severity === 'error' ? 'text-signal' : 'text-amber'}`} />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="sr-only">{severity === 'error' ? 'Error: ' : 'Warning: '}</span>
          {message}
        </p>
        {suggestion && <p className="text-13 break-words text-faded">{suggestion}</p>}
        <p className="flex flex-wrap items-center gap-x-3 text-13 text-faded">
          {line !== null && <LineLink lines={{ from: line, to: line }} onLines={onLines} />}
          {[voyage, field].filter(Boolean).join(' · ')}
        </p>
      </div>
    </li>
  );
}
