import { expect, jest, test } from '@jest/globals';
import { Together } from './together.ts';

/** Answers when it is told to; `asked` shows what came together. */
function slowly() {
  const asked: string[][] = [];
  const release: (() => void)[] = [];
  const together = new Together<string, string>(async (questions) => {
    asked.push(questions);
    await new Promise<void>((resolve) => release.push(resolve));
    if (questions.includes('broken')) throw new Error('no answer');
    return questions.map((question) => `${question}!`);
  });
  return { together, asked, next: () => release.shift()?.() };
}

test('the first question goes at once, and what comes meanwhile goes together', async () => {
  const { together, asked, next } = slowly();
  const answers = ['a', 'b', 'c'].map((question) => together.ask(question));
  expect(asked).toEqual([['a']]);
  next();
  expect(await answers[0]).toBe('a!');
  expect(asked).toEqual([['a'], ['b', 'c']]);
  next();
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!']);
  void together.ask('d');
  expect(asked.at(-1)).toEqual(['d']);
});

test('where the answer fails, those fail who asked for it, and no others', async () => {
  const { together, next } = slowly();
  const [first, broken, beside] = ['a', 'broken', 'b'].map((question) => together.ask(question));
  next();
  expect(await first).toBe('a!');
  const later = Promise.allSettled([broken, beside]);
  next();
  expect((await later).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = together.ask('c');
  next();
  expect(await after).toBe('c!');
});

test('an answer that does not come keeps nobody waiting who asks later', async () => {
  const { together, asked } = slowly();
  const clock = jest.spyOn(performance, 'now');
  clock.mockReturnValue(1000);
  void together.ask('hangs');
  void together.ask('waits');
  expect(asked).toEqual([['hangs']]);
  clock.mockReturnValue(1300);
  void together.ask('late');
  expect(asked).toEqual([['hangs'], ['waits', 'late']]);
  clock.mockRestore();
});
