import { formatCount } from '@archive/contracts/format';

/** The result of a check. */
export interface Finding {
  /** What was checked, in one to three words. */
  subject: string;
  state: 'ok' | 'warning' | 'problem';
  detail: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (subject: string, detail: string): Finding => ({ subject, state: 'ok', detail });
export const warning = (subject: string, detail: string, advice: string): Finding => ({
  subject,
  state: 'warning',
  detail,
  advice,
});
export const problem = (subject: string, detail: string, advice: string): Finding => ({
  subject,
  state: 'problem',
  detail,
  advice,
});

const MARKS = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM' } as const;

const line = ({ subject, state, detail, advice }: Finding) =>
  `  ${subject.padEnd(16)} ${MARKS[state].padEnd(8)} ${detail}${advice === undefined ? '' : `\n${' '.repeat(28)}${advice}`}`;

/** All findings, one line each, and a closing sentence. */
export function report(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const closing =
    problems + warnings === 0
      ? 'Everything is in order.'
      : `${formatCount(problems, 'problem')}, ${formatCount(warnings, 'warning')}.`;
  return [...findings.map(line), '', closing].join('\n');
}

/** The findings that `start` prints first: only those that need attention. */
export const findingsToFix = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ subject, detail, advice = '' }) => `${subject}: ${detail} ${advice}`.trimEnd());
