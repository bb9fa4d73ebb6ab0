// cspell:ignore applemark bizhub camscanner cimg dcraw fastfoto flextight gopr hpim imagerunner noritsu officejet opticbook opticfilm zeutschel mavica imgp pana andro fuji msdcf olymp pentx
import type { FileMetadata } from '@archive/contracts';
import { earliestDay, isPartialDate, readDate } from '@archive/contracts/dates';
import { isRightsUrl } from '@archive/contracts/rights';
import { isParticle } from '@archive/contracts/particles';
import { multilineOf, numberOf, structureOf, type Tag, type Tags, textOf, valuesOf } from './tag-text.ts';

/** Text that cameras, phones and programs write into every file in place of a description. */
const DEVICE_TEXT = new RegExp(
  `^(?:${[
    String.raw`<?(?:\S+ )?(?:digital (?:still ?)?camera|dsc|camera phone)>?`,
    String.raw`(?:sec - )?samsung(?: camera pictures)?`,
    String.raw`<(?:digimax|kenox)\b.*>`,
    String.raw`exif[_ ]jpeg(?:[_ ](?:picture|\d+))?`,
    // The names that cameras, phones and scanners give to files: “IMG_1234.JPG”, “DSC 0012”, “Scan-3”.
    String.raw`(?:imgp?|imag|_mg|mvi|_?dsc[fn]?|pict|cimg|hpim|mvc|pxl|sam|dji|gopr|wp_)[ _-]?\d[\d _.-]*(?:wa\d+)?(?:\.\w{3,4})?`,
    String.raw`(?:p[1-9a-c]\d{6}|1\d\d_\d{4})(?:\.\w{3,4})?`,
    String.raw`(?:scan|image|picture|photo|untitled|screenshot|scanned (?:document|image))[\d _.-]*(?:\.\w{3,4})?`,
    String.raw`camscanner.*|digital (?:image|photo)|camera ?360|dig|created by dcraw.*`,
    String.raw`default|binary comment|(?:charset=)?ascii|jpeg|applemark|dav|hdr|nor|cof|mde|oznor\w*|rhdr|sdr`,
    String.raw`(?:dcim|[1-9]\d\d_?(?:andro|apple|canon|casio|fuji|gopro|kodak|media|msdcf|nikon|olymp|pana|pentx))(?:[\\/].*)?`,
    String.raw`(?:sony |fd |digital )*mavica(?: [\w-]*\d[\w-]*)?`,
    String.raw`(?:lead technologies inc\.|intel\(r\) jpeg library|creator: gd-jpeg|processed by ebay).*`,
    String.raw`file written by adobe photoshop.*`,
    String.raw`(?:processed|created|edited) with (?:vsco|gimp|snapseed|picsart).*`,
  ].join('|')})$`,
  'i',
);

const isDeviceText = (text: string): boolean => DEVICE_TEXT.test(text) || /^[A-Z\d -]+ DIGITAL CAMERA$/.test(text);

/** Fields that metadata in a file may fill, in the order in which screens show them, with the maximum length of each. */
const MAX_LENGTHS = {
  title: 500,
  date: 25,
  credit: 500,
  description_markdown: 10_000,
  tags: 100,
  alt_text: 2000,
  creator: 500,
  place: 500,
  identifier: 200,
  rights: 200,
  rights_note: 2000,
} as const satisfies Record<keyof FileMetadata, number>;

export type EmbeddedField = keyof FileMetadata;
export const EMBEDDED_FIELDS = Object.keys(MAX_LENGTHS) as EmbeddedField[];
const MAX_TAGS = 100;
/** Maximum number of characters of all tags together, because forms send them as one comma-separated text. */
const MAX_TAGS_LENGTH = 4000;

/** Tags in a file, by metadata standard. */
export interface FoundTags {
  exif?: Tags | undefined;
  iptc?: Tags | undefined;
  xmp?: Tags | undefined;
  gps?: { Latitude?: number; Longitude?: number } | undefined;
}

/** The text of a field in forms. Tags are separated by commas. */
export const fieldText = (value: FileMetadata[EmbeddedField]): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '');

const firstOf = (...texts: readonly string[]): string => texts.find((text) => text !== '') ?? '';

const withoutDeviceText = (text: string): string => (isDeviceText(text) ? '' : text);

/** `1976:06:16 19:00:00`, `1976-06-16T19:00:00-04:00` or `19760616`, as written: no time zone is applied. Zeros mean unknown. */
function dateOf(text: string): string {
  const [, year = '', month = '00', day = '00'] = /^(\d{4})[:-]?(\d\d)?[:-]?(\d\d)?(?:[T ]\d\d:.*)?$/.exec(text) ?? [];
  const parts = day === '00' ? [year, month] : [year, month, day];
  const date = (month === '00' && day === '00' ? [year] : parts).join('-');
  return isPartialDate(date) ? date : '';
}

const HOURS_AHEAD = 14;
/** Today in the time zone that is the furthest ahead. A later date is that of a clock that was set wrong. */
const lastDay = () => new Date(Date.now() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10);

function readingOf(text: string): string {
  const reading = readDate(text);
  if (reading.kind === 'range') return `${reading.start}/${reading.end}`;
  return reading.kind === 'date' ? reading.value : '';
}

/** A date as software or people write it, such as `1946~` or "circa 1946"; empty for a date in the future. */
function pastDateOf(text: string): string {
  const exact = dateOf(text);
  const date = exact === '' ? readingOf(text) : exact;
  const start = earliestDay(date);
  return start !== undefined && start <= lastDay() ? date : '';
}

/** Scanners, and programs for them. Models are called Perfection or OpticFilm. */
const SCANNER =
  /scan|silverfast|perfection|expression \d|workforce ds|optic(?:film|book)|flextight|noritsu|\bsp-[23]000|\bls-\d|fastfoto|zeutschel|bizhub|imagerunner|\bir-adv|officejet|\b(?:mfc|dcp)-|image capture|naps2|twain/i;
/** Values of the EXIF tag `FileSource` for scanners of film and of prints. */
const SCANNER_SOURCES = [1, 2];

/** Whether a scanner made the file, or a program for scanners. */
function isScan({ exif = {}, xmp = {} }: FoundTags): boolean {
  const source = [exif['FileSource'], xmp['FileSource']].map(numberOf);
  const programs = [exif['Model'], exif['Software'], xmp['Model'], xmp['Software'], xmp['CreatorTool']].map(textOf);
  return source.some((value) => SCANNER_SOURCES.includes(value)) || programs.some((name) => SCANNER.test(name));
}

/**
 * The date of the picture. Dublin Core has the date of the picture or of the file: it is used if it differs from the dates of the file. A
 * scanner doesn't know when a picture was taken.
 */
function dateIn(found: FoundTags): string {
  const { exif = {}, iptc = {}, xmp = {} } = found;
  const isScanned = isScan(found);
  const fileDates = [
    ...['CreateDate', 'ModifyDate', 'MetadataDate', 'DateTimeDigitized'].map((name) => xmp[name]),
    ...['DateTimeDigitized', 'DateTime'].map((name) => exif[name]),
  ].map((tag) => dateOf(textOf(tag)));
  const datesOf = (tag: Tag) => valuesOf(tag).map(pastDateOf);
  const written = [xmp['DateCreated'], iptc['Date Created']].flatMap(datesOf);
  const notOfFile = (dates: string[]) => dates.filter((date) => !fileDates.includes(date));
  return firstOf(
    ...(isScanned ? notOfFile(written) : written),
    ...(isScanned ? [] : datesOf(xmp['DateTimeOriginal'])),
    ...notOfFile(datesOf(xmp['date'])),
    ...(isScanned ? [] : datesOf(exif['DateTimeOriginal'])),
  );
}

const placeOf = (...parts: readonly string[]): string => [...new Set(parts.filter((part) => part !== ''))].join(', ');

/** "38.88333° N, 77.03333° W", to about one meter. Devices without a position write zeros. */
function coordinatesOf({ Latitude: latitude, Longitude: longitude }: NonNullable<FoundTags['gps']>): string {
  if (latitude === undefined || longitude === undefined || !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    return '';
  if (latitude === 0 && longitude === 0) return '';
  const degrees = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

function placeIn({ xmp = {}, iptc = {}, gps = {} }: FoundTags): string {
  const created = structureOf(xmp['LocationCreated']);
  return firstOf(
    placeOf(...['Sublocation', 'City', 'ProvinceState', 'CountryName'].map((name) => textOf(created[name]))),
    placeOf(...['Location', 'City', 'State', 'Country'].map((name) => textOf(xmp[name]))),
    placeOf(
      ...['Sub-location', 'City', 'Province/State', 'Country/Primary Location Name'].map((name) => textOf(iptc[name])),
    ),
    coordinatesOf(gps),
  );
}

/** The keywords in a file as tags. */
function tagsIn({ xmp = {}, iptc = {} }: FoundTags): string[] {
  const keywords = [xmp['subject'], iptc['Keywords']].map(valuesOf).find((values) => values.length > 0) ?? [];
  const usable = keywords.map(tagOf).filter((tag) => tag !== '' && tag.length <= MAX_LENGTHS.tags);
  let length = 0;
  return [...new Set(usable)].filter((keyword) => (length += keyword.length + 2) <= MAX_TAGS_LENGTH).slice(0, MAX_TAGS);
}

/** The URL of a known rights statement or license; any other rights text becomes a note. */
function rightsIn({ exif = {}, iptc = {}, xmp = {} }: FoundTags) {
  const addresses = [xmp['license'], xmp['WebStatement']].map(textOf);
  const rights = addresses.find((address) => isRightsUrl(address)) ?? '';
  const notice = firstOf(
    multilineOf(xmp['rights']),
    multilineOf(iptc['Copyright Notice']),
    multilineOf(exif['Copyright']),
  );
  const others = [notice, multilineOf(xmp['UsageTerms']), ...addresses.filter((address) => !isRightsUrl(address))];
  return { rights, rights_note: [...new Set(others.filter((text) => text !== ''))].join('\n') };
}

/**
 * The fields of a record that the metadata of a file can fill. XMP takes precedence over IPTC and EXIF: it is written by people and its
 * encoding is known, while cameras and scanners write EXIF automatically. The date of a scan isn't used as the date of a picture, nor the
 * text that a camera writes into every file as its description. Text that is too long for its field is ignored.
 */
export function fieldsIn(found: FoundTags): FileMetadata {
  const { exif = {}, iptc = {}, xmp = {} } = found;
  const texts: Omit<Record<EmbeddedField, string>, 'tags'> = {
    title: firstOf(
      ...[xmp['title'], iptc['Object Name'], xmp['Headline'], iptc['Headline']].map(textOf).map(withoutDeviceText),
    ),
    date: dateIn(found),
    credit: firstOf(textOf(xmp['Credit']), textOf(iptc['Credit'])),
    description_markdown: firstOf(
      ...[xmp['description'], iptc['Caption/Abstract'], exif['ImageDescription']]
        .map(multilineOf)
        .map(withoutDeviceText),
    ),
    alt_text: multilineOf(xmp['AltTextAccessibility']),
    creator: firstOf(textOf(xmp['creator']), textOf(iptc['By-line']), textOf(exif['Artist'])),
    place: placeIn(found),
    identifier: firstOf(textOf(xmp['identifier']), textOf(xmp['Identifier'])),
    ...rightsIn(found),
  };
  const tags = tagsIn(found);
  return Object.fromEntries(
    EMBEDDED_FIELDS.flatMap((name): [string, string | string[]][] => {
      if (name === 'tags') return tags.length > 0 ? [[name, tags]] : [];
      const text = texts[name];
      return text !== '' && text.length <= MAX_LENGTHS[name] ? [[name, text]] : [];
    }),
  );
}

const CAPITALIZED = /^(?:\p{Lu}[\p{L}'’-]*|(?:\p{Lu}\.)+)$/u;
const SUFFIX = /^(?:[js]r\.?|ii|iii|iv)$/i;
const LIFE_DATES = /^(?:b\. |d\. )?\d{4}-?(?:\d{4})?$/;
const REGIONS = new Set(
  `Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana,
   Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska,
   Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania,
   Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming,
   Calif., Conn., Del., Fla., Ga., Ill., Mass., Md., Mich., Pa., Va., England, Scotland,
   Wales, Great Britain, United Kingdom, Ireland, Canada, Mexico, Cuba, Brazil, France, Belgium, Netherlands, Germany, Austria,
   Switzerland, Italy, Spain, Portugal, Greece, Norway, Sweden, Denmark, Finland, Poland, Russia, Soviet Union, Israel, Egypt, India,
   China, Japan, Australia`.split(/,\s+/),
);

/** Whether text is a country, a state, or an abbreviation. */
const isRegion = (text: string): boolean => REGIONS.has(text) || /^(?:[A-Z]\.?){2,3}$/.test(text);

/** Whether the words are capitalized as in a surname or in given names. */
const isNamePart = (words: readonly string[]) =>
  words.length < 5 &&
  CAPITALIZED.test(words.at(-1) ?? '') &&
  words.every((word) => CAPITALIZED.test(word) || isParticle(word, word.toLowerCase()));

/** "Smith, John" as "John Smith"; undefined if it isn't the name of a person. */
function nameIn([surname = '', given = '', ...rest]: readonly string[]): string | undefined {
  if (isRegion(given) || !isNamePart(surname.split(' ')) || !isNamePart(given.split(' '))) return undefined;
  const more = rest.filter((part) => !LIFE_DATES.test(part));
  return more.every((part) => SUFFIX.test(part)) ? [given, surname, ...more].join(' ') : undefined;
}

/** A keyword as a tag, which has no comma: "Smith, John" as "John Smith", and "Norfolk, Virginia" as "Norfolk (Virginia)". */
function tagOf(keyword: string): string {
  const parts = keyword
    .split(/[,\s]*,\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first = '', ...others] = parts;
  if (others.length === 0) return first;
  return nameIn(parts) ?? `${first} (${others.join('; ')})`;
}
