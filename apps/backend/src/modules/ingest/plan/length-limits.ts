import { passengerFields, personFields, sourceSchema, spinSchema, voyageFields } from '@archive/contracts';
import { formatNumber } from '@archive/contracts/format';
import type { OwnerSection, VoyageRecord } from '@archive/voyage-document';
import type { z } from 'zod';
import type { Problem } from './problem.ts';

/** As many as a list of a form takes. */
const MAX_ITEMS = 500;

type Issue = z.core.$ZodIssue;

/** The limit that a value exceeds, in characters; undefined for any other problem, because the document reader reports those. */
function exceededLimit(issues: readonly Issue[]): number | undefined {
  for (const issue of issues) {
    const limit = issue.code === 'invalid_union' ? exceededLimit(issue.errors.flat()) : undefined;
    if (limit !== undefined) return limit;
    if (issue.code === 'too_big' && issue.origin === 'string') return Number(issue.maximum);
  }
  return undefined;
}

/** A value with the schema that states its limit in forms and in the API. */
interface Checked {
  label: string;
  value: unknown;
  schema: z.ZodType;
}

function* valuesOf(voyage: VoyageRecord, owner: OwnerSection | undefined): Generator<Checked> {
  yield { label: 'Owner', value: owner?.name, schema: personFields.full_name.input };
  for (const [name, { label, input }] of Object.entries(voyageFields)) {
    const value = (voyage as unknown as Record<string, unknown>)[name];
    if (typeof value === 'string') yield { label, value, schema: input };
  }
  for (const { name, title, role, wikipedia_url: wikipedia } of voyage.passengers) {
    yield { label: 'Passengers', value: name, schema: personFields.full_name.input };
    yield { label: 'Passengers', value: title, schema: passengerFields.title.input };
    yield { label: 'Passengers', value: role, schema: passengerFields.capacity_role.input };
    yield { label: 'Passengers', value: wikipedia, schema: personFields.wikipedia_url.input };
  }
  for (const source of voyage.sources) yield { label: 'Sources', value: source, schema: sourceSchema };
  for (const source of voyage.additional_sources)
    yield { label: 'Additional Sources', value: source, schema: sourceSchema };
  for (const spin of voyage.spins) yield { label: 'Spins', value: spin, schema: spinSchema };
}

/** What of a voyage or its owner is longer than its form accepts, one problem for each field. Such a voyage is not imported. */
export function lengthProblems(voyage: VoyageRecord, owner?: OwnerSection): Problem[] {
  const messages = new Map<string, string>();
  for (const { label, value, schema } of valuesOf(voyage, owner)) {
    const limit = messages.has(label) ? undefined : exceededLimit(schema.safeParse(value).error?.issues ?? []);
    if (limit !== undefined)
      messages.set(
        label,
        `This is longer than ${formatNumber(limit)} characters, so the voyage is skipped. Shorten it.`,
      );
  }
  for (const [label, items] of Object.entries({
    Passengers: voyage.passengers,
    Sources: voyage.sources,
    'Additional Sources': voyage.additional_sources,
    Spins: voyage.spins,
  }))
    if (items.length > MAX_ITEMS)
      messages.set(label, `There are more than ${MAX_ITEMS} entries, so the voyage is skipped. Split the list.`);
  return Array.from(messages, ([field, message]) => ({
    line: voyage.line,
    voyage: voyage.start_date,
    field,
    severity: 'error' as const,
    message,
    suggestion: null,
  }));
}
