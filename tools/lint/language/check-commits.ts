import { checkedCommits, problemsOfSubject } from './commits.ts';

const commits = checkedCommits();
const wrong = commits.flatMap(({ hash, subject }) =>
  problemsOfSubject(subject).map((problem) => `${hash} ${subject}\n    ${problem}`),
);
for (const line of wrong) console.error(line);
console.log(`${commits.length} commit subjects checked, ${wrong.length} problems.`);
if (wrong.length > 0) process.exitCode = 1;
