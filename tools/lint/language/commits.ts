/** Commit subjects: Conventional Commits with a scope if one fits, at most 72 characters, in the words of the glossary. */
import { execFileSync } from 'node:child_process';
import { check } from './check.ts';
import { ROOT } from './sources.ts';

export const MAX_SUBJECT = 72;
const TYPES = 'feat|fix|perf|refactor|docs|test|build|ci|style|chore|revert';
const CONVENTIONAL = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+(?:, ?[a-z0-9-]+)*\\))?!?: \\S`);

/** Problems of a subject, one sentence each; none when it is correct. */
export function problemsOfSubject(subject: string): string[] {
  const problems: string[] = [];
  if (subject.length > MAX_SUBJECT) problems.push(`${subject.length} characters, more than ${MAX_SUBJECT}`);
  if (!CONVENTIONAL.test(subject))
    problems.push('no Conventional Commits subject, like "fix(media): keep the file name"');
  if (subject.endsWith('.')) problems.push('ends with a period');
  const fragment = { scope: 'docs', file: 'commit', line: 1, kind: 'commit', value: subject } as const;
  return [...problems, ...check(fragment).map(({ match, use }) => `"${match}": use ${use}`)];
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commits since this check was introduced, newest first; older history keeps its subjects. */
export function checkedCommits(): { hash: string; subject: string }[] {
  const thisFile = 'tools/lint/language/commits.ts';
  const [introduced] = git('log', '--diff-filter=A', '--format=%H', '--', thisFile).split('\n').slice(-1);
  if (!introduced) return [];
  const log = git('log', '--no-merges', '--format=%h\t%s', `${introduced}..HEAD`);
  return log.split('\n').flatMap((line) => {
    const [hash = '', subject] = line.split('\t');
    return subject === undefined ? [] : [{ hash, subject }];
  });
}

if (import.meta.main) {
  const commits = checkedCommits();
  const problems = commits.flatMap(({ hash, subject }) =>
    problemsOfSubject(subject).map((problem) => `${hash} ${subject}\n    ${problem}`),
  );
  for (const line of problems) console.error(line);
  console.log(`${commits.length} commit subjects checked, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
}
