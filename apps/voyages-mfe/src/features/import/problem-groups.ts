import type { IngestProblem } from '@archive/contracts';

/** Problems that differ only in their lines and quoted text. */
export interface ProblemGroup {
  severity: IngestProblem['severity'];
  /** The message of the first problem. */
  message: string;
  /** Whether the messages of the other problems quote other text. */
  varies: boolean;
  /** The common suggestion; null if the suggestions differ. */
  suggestion: string | null;
  problems: IngestProblem[];
}

/** Text quoted from the document, which may differ within a group. */
const QUOTED = /“[^”]*”/g;

const kindOf = ({ severity, field, message }: IngestProblem) =>
  JSON.stringify([severity, field, message.replace(QUOTED, '“…”')]);

const shared = <T>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

/** Groups equal problems: errors first, then in the order of the document. */
export function groupProblems(problems: readonly IngestProblem[]): ProblemGroup[] {
  const groups = [...Map.groupBy(problems, kindOf).values()].flatMap((group): ProblemGroup[] => {
    const [firstProblem] = group;
    if (!firstProblem) return [];
    return [
      {
        severity: firstProblem.severity,
        message: firstProblem.message,
        varies: shared(group.map(({ message }) => message)) === undefined,
        suggestion: shared(group.map(({ suggestion }) => suggestion)) ?? null,
        problems: group,
      },
    ];
  });
  return groups.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

/** The problems within lines of the document. */
export const problemsInLines = (
  problems: readonly IngestProblem[],
  { line, end_line }: { line: number; end_line: number },
): IngestProblem[] =>
  problems.filter((problem) => problem.line !== null && problem.line >= line && problem.line <= end_line);
