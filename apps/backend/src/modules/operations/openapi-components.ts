import * as contracts from '@archive/contracts';
import { z } from 'zod';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema exported as `voyageSchema` becomes the component `Voyage`. */
const componentName = (exportName: string) =>
  exportName.charAt(0).toUpperCase() + exportName.slice(1).replace(/Schema$/, '');

/**
 * Component names of the exported object schemas, keyed by their JSON Schema text. Input schemas that differ from the output schema get
 * the suffix `Input`.
 */
function componentNames(): Map<string, string> {
  const names = new Map<string, string>();
  const exported = Object.entries(contracts).filter(([, value]) => value instanceof z.ZodType) as [string, z.ZodType][];
  for (const [suffix, io] of [
    ['', 'output'],
    ['Input', 'input'],
  ] as const)
    for (const [name, schema] of exported.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const described = jsonSchema(schema, io);
      const text = JSON.stringify(described);
      if (described.type === 'object' && !names.has(text)) names.set(text, componentName(name) + suffix);
    }
  return names;
}

/**
 * Moves object schemas that occur more than once into components, and replaces them with references.
 * @returns the paths with references, and the components they refer to, by name
 */
export function extractComponents(paths: Json): { paths: Json; schemas: Json } {
  const names = componentNames();
  const useCounts = new Map<string, number>();
  const nameOf = (value: unknown) => (isObject(value) ? names.get(JSON.stringify(value)) : undefined);
  const count = (value: unknown): void => {
    const name = nameOf(value);
    if (name !== undefined) useCounts.set(name, (useCounts.get(name) ?? 0) + 1);
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(count);
  };
  count(paths);
  const schemas: Json = {};
  const withRef = (value: unknown): unknown => {
    const name = nameOf(value);
    if (name === undefined || (useCounts.get(name) ?? 0) < 2) return withRefsInside(value);
    schemas[name] ??= withRefsInside(value);
    return { $ref: `#/components/schemas/${name}` };
  };
  const withRefsInside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withRef);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, property]) => [key, withRef(property)]));
  };
  const pathsWithRefs = withRefsInside(paths) as Json;
  return {
    paths: pathsWithRefs,
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

export type Json = Record<string, unknown>;

/** Lists the properties of records whose keys are an enumeration, because tools understand `properties` better than `propertyNames`. */
function withNamedProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNamedProperties);
  if (!isObject(schema)) return schema;
  const { propertyNames, additionalProperties, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withNamedProperties(value)]),
  );
  const names =
    isObject(propertyNames) && Array.isArray(propertyNames['enum']) ? (propertyNames['enum'] as string[]) : [];
  if (names.length === 0 || rest['required'] === undefined || !isObject(additionalProperties)) {
    return {
      ...rest,
      ...(propertyNames === undefined ? {} : { propertyNames }),
      ...(additionalProperties === undefined ? {} : { additionalProperties }),
    };
  }
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

/** @param io for schemas with transforms, whether to describe what a client may send (`input`) or what it receives (`output`) */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withNamedProperties(rest) as Json;
}
