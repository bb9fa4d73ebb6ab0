import { expect, test } from '@jest/globals';
import { failedTaskOutput, failedTasks, finishedTasks } from './nx.ts';

const output = `
 NX   Running target test for 2 projects

> nx run @archive/ui:test

all is well
> nx run @archive/shell:test  [local cache]

the login is broken

 NX   Running target test for 2 projects failed

Failed tasks:

- @archive/shell:test

  Run duration: 1s
`;

test('shows only the output of failed projects', () => {
  expect(failedTaskOutput(output)).toBe('> nx run @archive/shell:test  [local cache]\n\nthe login is broken\n\n');
});

test('names the tasks that ended, and those that failed', () => {
  expect(output.split('\n').flatMap(finishedTasks)).toEqual(['@archive/ui:test', '@archive/shell:test']);
  expect(failedTasks(output)).toEqual(['@archive/shell:test']);
});

test('shows all output when no failed project is named', () => {
  expect(failedTaskOutput('no such target')).toBe('no such target');
});
