import type { DocumentFormat, IngestCard, IngestCardPerson } from '@archive/contracts';
import { unusedWords } from '@archive/voyage-document';
import type { ArchivedVoyage } from './archive-state.ts';
import type { Decision } from './decision.ts';
import type { DocumentReading } from './document-reading.ts';
import type { Directories, PreparedVoyage } from './prepare.ts';
import { ownerKey, personKey } from './name-decisions.ts';
import type { PassengerField, VoyageFields } from './voyage-fields.ts';

/** The formats of the texts that documents are converted to. */
const TEXT_FORMATS = { markdown: 'markdown', docx: 'markdown', json: 'json', csv: 'csv', xlsx: 'csv' } as const;

/** The text that line numbers refer to. */
export interface SourceText {
  lines: readonly string[];
  format: DocumentFormat;
}

/** The fields of a card that a conflict can change. */
type Values = Omit<Partial<IngestCard>, 'fields' | 'unused'> & { fields?: Partial<IngestCard['fields']> };

/** A stored card: the voyage before conflicts are resolved, and the document's values for the fields in conflict. */
export interface StoredCard extends IngestCard {
  document: Values;
  /** Keys of the names in the voyage's lines. */
  keys: string[];
}

interface CardInput {
  voyage: PreparedVoyage;
  decision: Decision;
  archived: ArchivedVoyage | undefined;
  reading: DocumentReading;
  directories: Directories;
  source: SourceText;
}

/** The voyage as it would be after the import; null if the import doesn't change it. */
export function cardOf(facts: CardInput): StoredCard | null {
  const { voyage, decision, archived } = facts;
  if (decision.kind === 'unchanged') return null;
  const values: VoyageFields = { ...(archived?.current ?? voyage.fields), ...decision.set };
  const conflicting = Object.fromEntries(decision.conflicts.map(({ name, documentValue }) => [name, documentValue]));
  return {
    fields: shownFields(values),
    owner: ownerOf(values.president, facts),
    people: values.passengers.map((passenger) => personOf(passenger, facts)),
    unused: unusedIn(facts),
    document: documentValues(conflicting, facts),
    keys: keysOf(facts),
  };
}

function keysOf({ voyage: { record, names, proposal }, reading: { document, texts } }: CardInput): string[] {
  const heading = record.section === null ? undefined : document.sections[record.section];
  const keys = [
    ...(heading ? [ownerKey(heading)] : []),
    ...(proposal ? [proposal.key] : []),
    ...names.map(({ mention }) => personKey(mention)),
    ...(texts.get(record) ?? []).map(({ key }) => key),
  ];
  return [...new Set(keys)];
}

function shownFields({
  president: _owner,
  passengers: _people,
  original_markdown: _lines,
  ...fields
}: VoyageFields): IngestCard['fields'] {
  return { ...fields, title: fields.title ?? '', start_date: fields.start_date ?? '' };
}

function documentValues(values: Partial<VoyageFields>, facts: CardInput): Values {
  const { president, passengers, original_markdown: _lines, ...fields } = values;
  return {
    fields: fields as Partial<IngestCard['fields']>,
    ...(president === undefined ? {} : { owner: ownerOf(president, facts) }),
    ...(passengers ? { people: passengers.map((passenger) => personOf(passenger, facts)) } : {}),
  };
}

function ownerOf(
  slug: string | null,
  { voyage: { president, record, proposal }, reading: { document }, directories }: CardInput,
): IngestCard['owner'] {
  if (slug === null) return null;
  const isNew = president?.person.slug === slug && !president.saved;
  const heading = record.section === null ? undefined : document.sections[record.section];
  const stated = president?.person.slug === slug;
  return {
    full_name: directories.people.bySlug(slug)?.name ?? slug,
    person_slug: isNew && president.person.id === null ? null : slug,
    state: isNew ? 'new' : 'known',
    name_key: stated ? (proposal?.key ?? (heading ? ownerKey(heading) : null)) : null,
    reason: stated ? (proposal?.reason ?? (heading?.in_voyage ? 'voyage' : 'heading')) : null,
  };
}

function personOf(
  { person: slug, title, capacity_role, is_crew }: PassengerField,
  { voyage: { names }, directories }: CardInput,
): IngestCardPerson {
  const name = names.find(({ person }) => person.slug === slug);
  const state = name?.state ?? 'known';
  return {
    full_name: directories.people.bySlug(slug)?.name ?? slug,
    person_slug: state === 'new' ? null : slug,
    state,
    name_key: name ? personKey(name.mention) : null,
    title,
    capacity_role,
    is_crew,
  };
}

function unusedIn({
  voyage: { record },
  reading: { document },
  source: { lines, format },
}: CardInput): IngestCard['unused'] {
  const heading = record.section === null ? undefined : document.sections[record.section];
  const sourceLines = lines.slice(record.line - 1, record.end_line);
  const headingValues = heading ? [heading.kind, heading.name, heading.term_start ?? '', heading.term_end ?? ''] : [];
  return unusedWords(sourceLines, record, { format: TEXT_FORMATS[format], also: headingValues }).map(
    ({ line, from, to }) => ({
      line: record.line + line,
      from,
      to,
    }),
  );
}

/** Applies the choices that were made in conflicts to a card. */
export function decidedCard(
  { document, keys: _keys, ...card }: StoredCard,
  conflicts: readonly { field: string; choice: string | null }[],
): IngestCard {
  const documentFields = conflicts.filter(({ choice }) => choice === 'take').map(({ field }) => field);
  const fields = Object.fromEntries(
    Object.entries(document.fields ?? {}).filter(([name]) => documentFields.includes(name)),
  );
  return {
    ...card,
    fields: { ...card.fields, ...fields },
    ...(documentFields.includes('president') && document.owner !== undefined ? { owner: document.owner } : {}),
    ...(documentFields.includes('passengers') && document.people ? { people: document.people } : {}),
  };
}
