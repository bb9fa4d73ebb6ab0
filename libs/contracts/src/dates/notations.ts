import { endOfDate, isEdtfDate, parsePartialDate, startOfDate } from './edtf.ts';
import { isoOf } from './exact-dates.ts';

// cspell:ignore jahr jahre juni mdcxxxv nach ohne usive mdclxvi abends morgens vormittags nachmittags mittags nachts soir soirée nuit après mañana noche tarde
/** A year of another calendar before that of ours, as archivists write them: `an 14 (i.e., 1805)`, `MDCXXXV [1635]`, `2628 (1968)`. */
const OTHER_CALENDAR =
  /^(?:(?:anno )?(?:l['’]?an \S+|an \S+|[mdclxvi]{4,}\.?)|2[2-9]\d\d|[3-9]\d{3}),?\s+\(?(?:i\.?\s?e\.?,?\s)?(?=\d{4}\b)/;

/** Midnight, which spreadsheets and databases add to a date. */
const MIDNIGHT = /(?<=\d)(?:t|\s)(?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?a\.?m\.?)(?: ?(?:z|utc|gmt|[+-]00:?00))?$/;

const NO_DATE = String.raw`(?:undated|no date|[ns]\.\s?[adf]\.|o\.\s?[dj]\.|ohne (?:datum|jahr)|sans date|sin fecha)`;
const AFTER_NO_DATE = new RegExp(String.raw`^${NO_DATE}(?:[,;:]?\s+(?=[[(])|[,;:]\s+)`);
const BEFORE_NO_DATE = new RegExp(String.raw`,? ${NO_DATE}$`);

/** The kinds of dash and apostrophe as those of the reader, in lower case. */
export const withPlainSigns = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\u2010-\u2012\u2212]/g, '-')
    .replaceAll(/[\u2018\u201B\u2032`´]/g, '’')
    .replace(MIDNIGHT, '');

/**
 * Brackets around what a cataloger supplied, "undated" beside that, a full stop, "A.D.", "inclusive", and a date that is given twice, as
 * its start and end. `1965–8` with a dash is years, and with a hyphen it could be a month.
 */
export const withoutWrapping = (text: string): string =>
  text
    .replace(/^some ?time /, '')
    .replace(BEFORE_NO_DATE, '')
    .replace(AFTER_NO_DATE, '')
    .replaceAll(/[[\]]/g, '')
    .replace(OTHER_CALENDAR, '(')
    .replace(/^\(([^()]+)\)?$/, '$1')
    .replace(/,? \(?incl(?:usive|\.)\)?(?=,|$)/, '')
    .replace(/(?<=[\d)]|\ds)[.,;:]$/, '')
    .replaceAll(/(?<=\d(?:['’]?s)?) ?(?:a\.?d|c\.?e)\b\.?/g, '')
    .replace(/,? (?:a\.?d\.?|(?:in )?the year(?: of our lord)?),? (?=\d{4}$)/, ', ')
    .replace(
      /(?<![\d\u2013-])(\d{3})(\d)\s?\u2013\s?([1-9])(?!\d)/,
      (written, decade: string, from: string, to: string) =>
        to > from ? `${decade}${from}\u2013${decade}${to}` : written,
    )
    .replace(/(?<=^\d{4})\.0$/, '')
    .replace(/(?<![\d./-])(\d[\d./-]{3,})(?:\s*[/|]\s*|\s+-\s+|\s+)\1$/, '$1')
    .trim();

const FIRST_QUARTER = 33;

/** `1937-06~-11` and `?1937-06-11` as `1937-06-11~` and `1937-06-11?`: the archive stores a qualifier of the whole date. */
function withOneQualifier(date: string): string {
  const [text, ...qualifiers] = [date.replaceAll(/[?~%]/g, ''), ...date.replaceAll(/[^?~%]/g, '')];
  if (!/^[?~%]?\d{4}[?~%]?(?:-[?~%]?\d\d[?~%]?){0,2}$/.test(date)) return date;
  const [first = '', ...others] = new Set(qualifiers);
  return `${text}${others.length > 0 ? '%' : first}`;
}

/** Whether a season or quarter of level 2 is more likely a range of years: `1933-36`. */
function areYears(text: string): boolean {
  const [, century, year, last] = /^(1[6-9])(\d\d)-(2[5-8]|3[3-6])$/.exec(text) ?? [];
  return century !== undefined && Number(last) > Number(year);
}

/** A season or decade, as a start or end of an interval or with a qualifier. */
const PERIOD = /^(\d{4}-2[1-4]|\d{3}X)(?=[?~%]?$)/;
const startOfPeriod = (period: string) => startOfDate(period) ?? period;
const endOfPeriod = (period: string) => endOfDate(period) ?? period;

/** The northern seasons of level 2, `1946-25` to `1946-28`, as those of level 1. */
const withNorthernSeasons = (text: string) =>
  text.replaceAll(
    /(?<=^|\/)(\d{4})-2([5-8])(?=[?~%]?(?:$|\/))/g,
    (_, year, season) => `${year}-2${Number(season) - 4}`,
  );

/** Dates in EDTF that are stored in another form: `1946-XX`, `1946-1X`, `../1946`, `[1945, 1947]`, `[1945..1947]`, `1946-33`, `1946-21/1946-22`. */
export function readOtherEdtf(text: string): string | undefined {
  if (areYears(text)) return undefined;
  const plain = withNorthernSeasons(text)
    .replaceAll(/(?<=^[\d-]+|\/[\d-]+)(?:-XX){1,2}(?=$|\/)/g, '')
    .replaceAll(/(?<=[,\d])\s+(?=[\d,])/g, '')
    .split('/')
    .map(withOneQualifier)
    .join('/');
  const [start = '', end = start, ...others] = plain.split('/');
  if (others.length === 0 && [start, end].some((side) => PERIOD.test(side)) && !isEdtfDate(plain))
    return [start.replace(PERIOD, startOfPeriod), end.replace(PERIOD, endOfPeriod)].join('/');
  const [, year, quarter] = /^(\d{4})-(3[3-6])$/.exec(plain) ?? [];
  const first = 3 * (Number(quarter) - FIRST_QUARTER) + 1;
  if (year) return `${isoOf(year, first)}/${isoOf(year, first + 2)}`;
  const [, tens] = /^(\d{4}(?:-\d\d)?-\d)X$/.exec(plain) ?? [];
  const days = [...'0123456789'].map((digit) => `${tens}${digit}`).filter((day) => parsePartialDate(day));
  if (days.length > 0) return [...new Set([days[0], days.at(-1)])].join('/');
  const [, from, to] = /^\[(\d[\d-]*)\.\.(\d[\d-]*)\]$/.exec(plain) ?? [];
  if (from && to) return `${from}/${to}`;
  return plain.replace(/^(?:\.\.)?\/([\d-]+)$/, '[..$1]').replace(/^([\d-]+)\/(?:\.\.)?$/, '[$1..]');
}

/** The part of a day beside a date: `the evening of June 12, 1937`, `Sat. night, June 12, 1937`, `6/12/37 (p.m.)`, `12. Juni 1937 abends`, but not a time: `6 p.m., June 1937`. */
const NAME_OF_PART = String.raw`(?:(?:early |late )?(?:morning|forenoon|noon|midday|afternoon|evening|(?:over|mid)?night|daybreak|dawn|dusk|sunrise|sunset|(?<!^(?:at |about )?\d{1,2} ?)[ap]\.?m)|abends?|morgens?|(?:vor|nach)?mittags?|nachts?|matin|soir(?:ée)?|nuit|après-midi|mañana|tarde|noche)(?!\p{L})`;
const PART_OF_DAY = new RegExp(
  String.raw`[,\s]*\(?(?<!\p{L})(?:(?:in|on|at|during|am|in der|au|por) )?(?:(?:the|le|la|l\u2019) ?)?${NAME_OF_PART}(?: (?:and|to) ${NAME_OF_PART})?\.?\)?(?: (?:of|des|du|del)(?!\p{L}))?,?\s*`,
  'iu',
);

/** What the date of a document or photograph is the date of. */
const KIND_OF_DATE =
  /^[[(]?(?:(?:copyright|dated?|postmarked|stamped|inscribed|signed|taken|photographed|created|written|published|issued|recorded)(?: (?:on|in|at))?:?\s+|[©℗]\s*(?=[\d[]))/i;

/** What a cataloger corrected: `1974 [i.e. 1947]`, `June 5 [i.e. 6], 1946`. */
const CORRECTION = /^(.*?)\s*[[(](?:sic[,;:]?\s+)?i\.?\s?e\.?,?\s+([^[\]()]+)[\])](.*)$/i;
const KINDS_OF_WORD = [/^\d{4}$/, /^\d{1,2}$/, /^\p{L}{3,}\.?$/u];

/** The text with its corrections. Other text is returned unchanged, and so is text whose correction can be that of more than one word. */
function withCorrection(text: string): string {
  const [, before = '', correction = '', after = ''] = CORRECTION.exec(text) ?? [];
  if (correction === '') return text;
  const last = /[^\s,]+(?=,?$)/.exec(before)?.[0] ?? '';
  const kind = KINDS_OF_WORD.find((pattern) => pattern.test(correction));
  if (kind?.test(last)) return before.replace(/[^\s,]+(?=,?$)/, correction) + after;
  const isComplete = kind === undefined && [before, correction].every((part) => /(?:^|\D)\d{4}$/.test(part));
  return isComplete && after === '' ? correction : text;
}

/** The text without what a date has beside it, and whether that is a part of the day. The words are stored as written. */
export function withoutNotes(text: string): { text: string; isPartOfDay: boolean } {
  const date = withCorrection(text.replace(KIND_OF_DATE, ''));
  return { text: date.replace(PART_OF_DAY, ' ').trim(), isPartOfDay: PART_OF_DAY.test(date) };
}
