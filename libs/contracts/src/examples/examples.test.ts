import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import * as contracts from '../index.ts';
import type { Operation } from '../operation.ts';

const { examples } = contracts;
const operations = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, Operation>));

const PARTS = ['params', 'query', 'body', 'multipart'] as const;
const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues;

test('every operation has an example, and every example has an operation', () => {
  expect([...examples.keys()].toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('example of %s', (id, operation) => {
  const example = examples.get(id) ?? {};

  test.each(PARTS)('matches the %s schema', (part) => {
    const schema = operation[part];
    if (schema && part !== 'query') expect(example).toHaveProperty(part);
    if (schema && part in example) expect(takes(schema, example[part])).toBeUndefined();
    else expect(example).not.toHaveProperty(part);
  });

  test('matches the response schema exactly', () => {
    if (operation.response) expect(operation.response.parse(example.response)).toEqual(example.response);
    else expect(example).not.toHaveProperty('response');
    for (const other of operation.otherResponses ?? [])
      expect(other.schema.parse(other.example)).toEqual(other.example);
  });
});
