/** Every reference in a value of an OpenAPI document. */
export const referencesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : referencesIn(member)));

/** The target of a reference such as `#/components/…`. */
export const targetOf = (document: unknown, reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

/** The value itself, or the target if it is a reference. */
export const resolveReference = <T extends object>(document: unknown, value: T): T =>
  '$ref' in value ? (targetOf(document, String(value.$ref)) as T) : value;
