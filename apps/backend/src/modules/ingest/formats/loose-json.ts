import { columnOf, type OtherCell, readOwnerHeading, type VoyageRow } from '@archive/voyage-document';

/** An entry of a JSON document, converted to the keys of the format. */
export interface LooseEntry {
  /** Values by key of the format. */
  entry: Record<string, unknown>;
  /** Lists that the entry has as text, and the heading of its owner. */
  texts: Partial<Pick<VoyageRow, ListName | 'owner'>>;
  /** Values of unknown keys. */
  others: OtherCell[];
  /** Sentences that explain how keys were interpreted. */
  messages: string[];
}

const SLUG = /^[a-z\d]+(?:-[a-z\d]+)+$/;

type ListName = 'passengers' | 'sources' | 'additional_sources' | 'spins';
/** The keys of each list's items. The first key is the name of the item. */
const LISTS: Readonly<Record<ListName, readonly [string, ...string[]]>> = {
  passengers: ['name', 'wikipedia_url', 'title', 'role', 'is_crew'],
  sources: ['url', 'title', 'media_type'],
  additional_sources: ['url', 'title', 'media_type'],
  spins: ['spin', 'source'],
};

/** The words for an item of each list. */
const ITEMS: Readonly<Record<ListName, string>> = {
  passengers: 'passenger',
  sources: 'source',
  additional_sources: 'source',
  spins: 'quote',
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (!isRecord(value)) return String(value as number | boolean);
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${textOf(item)}`)
    .join(', ');
}

/** Joins a list of strings; undefined for a list of objects. */
function textOfList(value: unknown, separator: string): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string')) return undefined;
  return value.join(separator);
}

/** Renames the key with an item's name to the one of the format, for example `full_name` of a passenger to `name`. */
function withName(value: unknown, key: string): unknown {
  if (typeof value === 'string') return { [key]: value };
  if (!isRecord(value) || key in value) return value;
  const { first, first_name = first, last, last_name = last, ...otherFields } = value;
  if (key === 'name' && typeof first_name === 'string' && typeof last_name === 'string')
    return { ...otherFields, name: `${first_name} ${last_name}` };
  const textName = ['name', 'full_name', 'title', 'url', 'href', 'quote', 'text'].find(
    (name) => typeof value[name] === 'string',
  );
  if (textName === undefined) return value;
  const { [textName]: name, ...rest } = value;
  return { ...rest, [key]: name };
}

/** An owner in the format. A name that may be a title stays text, and is read as the cell of a table. */
function ownerOf(value: unknown): { owner?: unknown; heading?: string } {
  const written = isRecord(value) ? (value.name ?? value.full_name) : value;
  if (typeof written !== 'string' || (isRecord(value) && 'kind' in value)) return { owner: value };
  const { kind, name, term_start, term_end, isCertain } = readOwnerHeading(written);
  return isCertain ? { owner: { kind, name, term_start, term_end } } : { heading: written };
}

/** Reduces an item to the keys of the format. The values of other keys are kept as text of the voyage. */
function itemOf(value: unknown, list: ListName, looseEntry: LooseEntry): unknown {
  const [key, ...keys] = LISTS[list];
  const item = withName(value, key);
  if (!isRecord(item)) return item;
  const knownMembers = Object.entries(item).filter(([name]) => name === key || keys.includes(name));
  for (const [name, other] of Object.entries(item)) {
    if (name === key || keys.includes(name) || textOf(other) === '') continue;
    looseEntry.others.push({
      heading: `${ITEMS[list]} ${name.slice(0, 60)}`,
      text: `${textOf(item[key])}: ${textOf(other)}`,
    });
    looseEntry.messages.push(`“${name.slice(0, 60)}” isn’t recognized. Its text is kept in Additional Information.`);
  }
  return Object.fromEntries(knownMembers);
}

/** Converts numbers to text: a year can be a number. */
const textOfNumber = (name: string, value: unknown) =>
  typeof value === 'number' && name !== 'number' ? String(value) : value;

/** Whether a value of a text field is an object or array, such as `"time": {"out": "20:01"}`. */
const isStructure = (name: string, value: unknown) =>
  name !== 'owner' && !isList(name) && typeof value === 'object' && value !== null;

const isList = (name: string): name is ListName => name in LISTS;

/** Converts synonyms of keys (`date`, `president`, `guests`) to the keys of the format. Keys for which `isKnown` is true stay unchanged. */
export function toLooseEntry(element: Record<string, unknown>, isKnown: (key: string) => boolean): LooseEntry {
  const looseEntry: LooseEntry = { entry: {}, texts: {}, others: [], messages: [] };
  for (const [key, value] of Object.entries(element)) {
    const meant = isKnown(key) ? undefined : columnOf(key);
    // The identifiers of other systems are numbers.
    const column = meant === 'voyage_slug' && !SLUG.test(textOf(value)) ? undefined : meant;
    const name = isKnown(key) ? key : column;
    const shortKey = key.slice(0, 60);
    const isTaken = name !== undefined && (name in looseEntry.entry || (name !== key && name in element));
    if (name === undefined || name === 'codes' || isTaken || isStructure(name, value)) {
      looseEntry.others.push({ heading: shortKey, text: textOf(value) });
      looseEntry.messages.push(`“${shortKey}” isn’t recognized. Its text is kept in Additional Information.`);
      continue;
    }
    if (name !== key) looseEntry.messages.push(`“${shortKey}” is read as “${name}”.`);
    const text = isList(name) ? textOfList(value, name === 'spins' ? '\n* ' : '; ') : undefined;
    if (isList(name) && text !== undefined) {
      looseEntry.texts[name] = name === 'spins' && Array.isArray(value) ? `* ${text}` : text;
      looseEntry.entry[name] = [];
    } else if (isList(name) && (Array.isArray(value) || isRecord(value))) {
      looseEntry.entry[name] = (Array.isArray(value) ? value : [value]).map((item) => itemOf(item, name, looseEntry));
    } else if (name === 'owner') {
      const { owner, heading } = ownerOf(value);
      if (heading === undefined) looseEntry.entry.owner = owner;
      else looseEntry.texts.owner = heading;
    } else {
      looseEntry.entry[name] = textOfNumber(name, value);
    }
  }
  return looseEntry;
}
