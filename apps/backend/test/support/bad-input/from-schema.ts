import fc from 'fast-check';
import { z } from 'zod';
import { hostileValue, PROTOTYPE_KEYS } from './values.ts';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

const MAX_ITEMS = 6;
const MAX_LENGTH = 400;

/** Values that match a JSON Schema; `known` contains strings that occur in the archive. */
export function validValue(schema: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const inner = (part: Schema) => validValue(part, known);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts) as unknown);
  switch (schema.type) {
    case 'string':
      return text(schema, known);
    case 'integer':
    case 'number':
      return integer(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = MAX_ITEMS } = schema;
      return fc.array(inner(items), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, MAX_ITEMS)) });
    }
    case 'object':
      return object(schema, known);
    default:
      return hostileValue;
  }
}

function text(schema: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = MAX_LENGTH, pattern, format } = schema;
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true });
  if (pattern !== undefined)
    return fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: fc.stringMatching(new RegExp(pattern)) });
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_LENGTH), size: 'small' });
  return fc.oneof(known, free);
}

function integer({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -(2 ** 31), -(2 ** 31));
  const max = Math.min(maximum ?? 2 ** 31 - 1, 2 ** 31 - 1);
  return fc.oneof(
    fc.integer({ min, max }),
    fc.constantFrom(min, max),
    fc.integer({ min, max: Math.min(max, min + 3) }),
  );
}

function object({ properties = {}, required = [] }: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, validValue(part, known)]));
  return fc.record(members, { requiredKeys: required.filter((name) => name in members) });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Repairs an object until it passes its Zod schema, which is stricter than the JSON Schema: rejected members are removed, or replaced by
 * one of `candidates` if they are required.
 */
export function repaired(schema: z.ZodType, value: unknown, candidates: readonly string[]): unknown {
  if (!isRecord(value)) return value;
  const result = { ...value };
  const rejectedFields = () => schema.safeParse(result).error?.issues.map(({ path }) => String(path[0])) ?? [];
  for (const name of new Set(rejectedFields())) {
    delete result[name];
    for (const candidate of candidates) {
      if (!rejectedFields().includes(name)) break;
      result[name] = candidate;
    }
  }
  return result;
}

/** Almost valid objects, with invalid, missing or additional members. */
export function almostValid(base: fc.Arbitrary<unknown>, names: readonly string[]): fc.Arbitrary<unknown> {
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant('a');
  const changes = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(name, hostileValue) },
      { weight: 1, arbitrary: fc.tuple(name, fc.constant(undefined)) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('unknown', '', ...PROTOTYPE_KEYS), hostileValue) },
    ),
    { minLength: 1, maxLength: 3 },
  );
  return fc
    .tuple(base, changes)
    .map(([value, members]) => (isRecord(value) ? { ...value, ...Object.fromEntries(members) } : value));
}

const WRAPS: ((value: unknown) => unknown)[] = [
  (value) => [value],
  (value) => [value, value],
  (value) => ({ value }),
  (value) => ({ length: { toString: value } }),
  (value) => JSON.stringify(value),
];

/** Replaces one nested value. The numbers choose its path: at each level, the member with that number, or the value itself. */
function changedAt(value: unknown, [step, ...rest]: readonly number[], change: (part: unknown) => unknown): unknown {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const name = step === undefined ? undefined : names[step % (names.length + 1)];
  if (name === undefined) return change(value);
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = changedAt(copy[name], rest, change);
  return copy;
}

/** Values in which one nested value, at any depth, is wrapped or replaced, such as a string by an array or a number by an object. */
export function malformedValue(base: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.oneof(
    fc.constantFrom(...WRAPS),
    hostileValue.map((value) => () => value),
  );
  return fc
    .tuple(base, fc.array(fc.nat(30), { maxLength: 4 }), change)
    .map(([value, steps, changed]) => changedAt(value, steps, changed));
}
