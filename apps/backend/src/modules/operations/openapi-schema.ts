import { z } from 'zod';

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record whose keys are an enumeration has these properties, which tools understand better than a rule for names. */
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

/** `io` selects what a transforming schema describes: what a client may send, or what it receives. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withNamedProperties(rest) as Json;
}
