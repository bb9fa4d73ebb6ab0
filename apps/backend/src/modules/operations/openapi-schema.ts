import { z } from 'zod';

export type Json = Record<string, unknown>;

/** `io` selects what a transforming schema describes: what a client may send, or what it receives. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
