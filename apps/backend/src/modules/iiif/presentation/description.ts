import { formatDate, isDay } from '@archive/contracts/dates';
import { plainText } from '@archive/contracts/format';
import { rightsLabel } from '@archive/contracts/rights';
import { rightsUri } from '../linked-data.ts';
import type { Item } from './items.ts';

/** The archive's language. */
const LANGUAGE = 'en';

/** Text in the archive's language. */
export const text = (...values: string[]) => ({ [LANGUAGE]: values });

type LabelAndText = [label: string, value: string | readonly string[] | null | undefined];

/** Labels and values. Leaves out empty values. */
export const metadata = (...entries: LabelAndText[]) =>
  entries.flatMap(([label, value]) => {
    const values = [value ?? []].flat().filter((item) => item !== '');
    return values.length === 0 ? [] : [{ label: text(label), value: text(...values) }];
  });

/** A day as `navDate`. A month, a year or an approximate date has no `navDate`, because IIIF requires an exact time. */
export const navDate = (date: string | null) => (date !== null && isDay(date) ? { navDate: `${date}T00:00:00Z` } : {});

export const summary = (markdown: string | null) => (markdown === null ? {} : { summary: text(plainText(markdown)) });

/** Rights as a URI if IIIF allows it. Credit, rights note and any other statement become text that viewers must show. */
export function rights({ rights: statement, rights_note: note, credit }: Item) {
  const uri = rightsUri(statement);
  const required = [credit, note, uri === undefined ? statement : null].filter((line) => line !== null);
  return {
    ...(uri === undefined ? {} : { rights: uri }),
    ...(required.length === 0
      ? {}
      : { requiredStatement: { label: text(credit === null ? 'Rights' : 'Credit'), value: text(...required) } }),
  };
}

/** The metadata of a media item, the same as on its page. */
export const itemMetadata = (item: Item) =>
  metadata(
    ['Date', item.date && formatDate(item.date)],
    ['Creator', item.creator],
    ['Place', item.place],
    ['People', item.people.map(({ full_name: name }) => name)],
    ['Identifier', item.identifier],
    ['Provenance', item.provenance],
    ['Rights', item.rights && rightsLabel(item.rights)],
    ['Tags', item.tags],
    ['Original file name', item.original_filename],
  );
