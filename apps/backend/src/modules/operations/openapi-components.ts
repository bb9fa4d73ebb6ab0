import * as contracts from '@archive/contracts';
import { z } from 'zod';
import { type Json, jsonSchema } from './openapi-schema.ts';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `voyageSchema` describes the component `Voyage`. */
const componentName = (exportName: string) =>
  exportName.charAt(0).toUpperCase() + exportName.slice(1).replace(/Schema$/, '');

/** Names of the objects that the contracts export, by their JSON. What a client sends is `…Input` where it differs. */
function exportedNames(): Map<string, string> {
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
 * Replaces objects used by more than one operation with references.
 * @returns the paths with references, and the components they refer to, by name
 */
export function shareSchemas(paths: Json): { paths: Json; schemas: Json } {
  const names = exportedNames();
  const useCounts = new Map<string, number>();
  const nameOf = (value: unknown) => (isObject(value) ? names.get(JSON.stringify(value)) : undefined);
  const count = (value: unknown): void => {
    const name = nameOf(value);
    if (name !== undefined) useCounts.set(name, (useCounts.get(name) ?? 0) + 1);
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(count);
  };
  count(paths);
  const schemas: Json = {};
  const share = (value: unknown): unknown => {
    const name = nameOf(value);
    if (name === undefined || (useCounts.get(name) ?? 0) < 2) return shareMembers(value);
    schemas[name] ??= shareMembers(value);
    return { $ref: `#/components/schemas/${name}` };
  };
  const shareMembers = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(share);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, share(member)]));
  };
  const shared = shareMembers(paths) as Json;
  return { paths: shared, schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) };
}
