import { z } from 'zod';

export type Json = Record<string, unknown>;

/** `io` decides what a schema means that transforms: what a client may send, or what it gets. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
