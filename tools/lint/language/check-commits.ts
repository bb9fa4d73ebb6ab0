import { checkedCommits, problemsOfSubject } from './commits.ts';

const commits = checkedCommits();
const problems = commits.flatMap(({ hash, subject }) =>
  problemsOfSubject(subject).map((problem) => `${hash} ${subject}\n    ${problem}`),
);
for (const line of problems) console.error(line);
console.log(`${commits.length} commit subjects checked, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
