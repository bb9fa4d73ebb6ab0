import {
  columnOf,
  type OtherCell,
  readOwnerHeading,
  type VoyageColumn,
  type VoyageRow,
} from '@archive/voyage-document';

/** An entry of a JSON document in the words of the format. */
export interface LooseEntry {
  /** Keys and values of the format. */
  entry: Record<string, unknown>;
  /** Lists that are written as text. */
  texts: Partial<Pick<VoyageRow, 'passengers' | 'sources' | 'additional_sources' | 'spins'>>;
  /** Values of keys that aren't known. */
  others: OtherCell[];
  /** What was understood, as sentences. */
  messages: string[];
}

type ListName = keyof LooseEntry['texts'];
const LISTS: Readonly<Record<ListName, string>> = {
  passengers: 'name',
  sources: 'url',
  additional_sources: 'url',
  spins: 'spin',
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** A list of texts, as the documents write it; undefined for a list of objects. */
function textOfList(value: unknown, separator: string): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string')) return undefined;
  return value.join(separator);
}

/** Objects with other names for the value that names them: `{"full_name": …}` of a passenger. */
function withName(value: unknown, key: string): unknown {
  if (!isRecord(value) || key in value) return value;
  const found = ['name', 'full_name', 'title', 'url', 'href', 'quote', 'text'].find(
    (name) => typeof value[name] === 'string',
  );
  if (found === undefined) return value;
  const { [found]: name, ...rest } = value;
  return { ...rest, [key]: name };
}

function ownerOf(value: unknown): unknown {
  const name = isRecord(value) ? (value.name ?? value.full_name) : value;
  if (typeof name !== 'string' || (isRecord(value) && 'kind' in value)) return value;
  const owner = readOwnerHeading(name);
  const { kind, term_start, term_end } = owner;
  return { kind, name: owner.name, term_start, term_end };
}

const isList = (name: string): name is ListName => name in LISTS;

/** Reads the keys of an entry in other words: `date`, `president`, `guests`; keys that `isKnown` are unchanged. */
export function loosen(element: Record<string, unknown>, isKnown: (key: string) => boolean): LooseEntry {
  const loose: LooseEntry = { entry: {}, texts: {}, others: [], messages: [] };
  for (const [key, value] of Object.entries(element)) {
    const column: VoyageColumn | 'owner' | undefined = isKnown(key) ? undefined : columnOf(key);
    const name = isKnown(key) ? key : column;
    const shown = key.slice(0, 60);
    if (name === undefined || name === 'codes' || name in loose.entry || (name !== key && name in element)) {
      loose.others.push({ heading: shown, text: textOf(value) });
      loose.messages.push(`“${shown}” isn’t recognized. Its text was kept in Additional Information.`);
      continue;
    }
    if (name !== key) loose.messages.push(`“${shown}” was read as “${name}”.`);
    const text = isList(name) ? textOfList(value, name === 'spins' ? '\n* ' : '; ') : undefined;
    if (isList(name) && text !== undefined) {
      loose.texts[name] = name === 'spins' && Array.isArray(value) ? `* ${text}` : text;
      loose.entry[name] = [];
    } else if (isList(name) && Array.isArray(value)) {
      loose.entry[name] = value.map((item) => withName(item, LISTS[name]));
    } else {
      loose.entry[name] = name === 'owner' ? ownerOf(value) : value;
    }
  }
  return loose;
}
