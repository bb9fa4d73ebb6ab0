import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import * as contracts from '../index.ts';
import type { Call } from '../call.ts';

const { examples } = contracts;
const calls = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, group]) => Object.values(group as Record<string, Call>));

const PARTS = ['params', 'query', 'body', 'multipart'] as const;
const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues;

test('there is one for each call, and for no other', () => {
  expect([...examples.keys()].toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
});

describe.each(calls.map((call) => [call.id, call] as const))('the example of %s', (id, call) => {
  const example = examples.get(id) ?? {};

  test.each(PARTS)('fits what the call takes as %s', (part) => {
    const schema = call[part];
    if (schema && part !== 'query') expect(example).toHaveProperty(part);
    if (schema && part in example) expect(takes(schema, example[part])).toBeUndefined();
    else expect(example).not.toHaveProperty(part);
  });

  test('is answered as the call answers, with nothing besides', () => {
    if (call.answer) expect(call.answer.parse(example.answer)).toEqual(example.answer);
    else expect(example).not.toHaveProperty('answer');
    for (const other of call.otherAnswers ?? []) expect(other.schema.parse(other.example)).toEqual(other.example);
  });
});
