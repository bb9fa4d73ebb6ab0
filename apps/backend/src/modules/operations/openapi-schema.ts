import { z } from 'zod';

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
