// cspell:ignore nonoptional
import type { Operation } from '@archive/contracts';
import type { z } from 'zod';

/** Maximum number of unknown fields that are reported, so that the response isn't many times as long as the request. */
const MAX_REPORTED = 100;
const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional']);

type Definition = z.core.$ZodTypes['_zod']['def'];

/** The definition of the value itself, without the wrappers that make it optional or transform it. */
function definitionOf(schema: z.core.$ZodType): Definition {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (WRAPPERS.has(def.type)) return definitionOf((def as z.core.$ZodOptionalDef).innerType);
  if (def.type === 'pipe') return definitionOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
  return def.type === 'lazy' ? definitionOf(def.getter()) : def;
}

function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape {
  const definition = definitionOf(schema);
  return definition.type === 'object' ? definition.shape : {};
}
function elementOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const definition = definitionOf(schema);
  return definition.type === 'array' ? [definition.element] : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For a misspelled name, and for a name that only a newer version of the archive knows. */
export const unknownFieldMessage = (name: string): string =>
  `"${name}" is not a known field. Check the spelling. It may need a newer version of the archive.`;

interface FieldIssue {
  path: PropertyKey[];
  message: string;
}

/** An issue for each field that the schema doesn't know (see `unknownFields`). */
export const unknownFieldIssues = (
  schema: z.core.$ZodType,
  value: unknown,
  reads: readonly z.core.$ZodType[] = [],
): FieldIssue[] =>
  unknownFields(schema, reads, value)
    .slice(0, MAX_REPORTED)
    .map((path) => ({ path, message: unknownFieldMessage(String(path.at(-1))) }));

/** An issue for each field of a body that the operation neither sets nor ignores. */
export const unknownBodyFields = ({ body, response, ignoredFieldsOf = [] }: Operation, value: unknown): FieldIssue[] =>
  body ? unknownFieldIssues(body, value, [...ignoredFieldsOf, ...(response ? [response] : [])]) : [];

/**
 * Paths of the fields in `value` that the schema doesn't know, at any depth. Fields that only `reads` have are left out, so that a record
 * can be sent back as it was read.
 */
function unknownFields(
  schema: z.core.$ZodType,
  reads: readonly z.core.$ZodType[],
  value: unknown,
  path: readonly PropertyKey[] = [],
): PropertyKey[][] {
  const def = definitionOf(schema);
  if (def.type === 'array' && Array.isArray(value)) {
    const elements = reads.flatMap(elementOf);
    return value.flatMap((item, index) => unknownFields(def.element, elements, item, [...path, index]));
  }
  if (def.type === 'union') {
    const kind = Array.isArray(value) ? 'array' : 'object';
    const found = def.options
      .filter((option) => [kind, 'union'].includes(definitionOf(option).type))
      .map((option) => unknownFields(option, reads, value, path));
    return found.toSorted((left, right) => left.length - right.length)[0] ?? [];
  }
  // A strict object reports its own unknown fields; other catchalls take any field.
  if (def.type !== 'object' || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const fieldPath = [...path, name];
    const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    const readFields = reads.flatMap((read) => (Object.hasOwn(shapeOf(read), name) ? [shapeOf(read)[name]!] : []));
    if (field) return unknownFields(field, readFields, item, fieldPath);
    return def.catchall || readFields.length > 0 ? [] : [fieldPath];
  });
}
