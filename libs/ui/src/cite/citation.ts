import { monthName } from '@archive/contracts/format';
import { formatDate, parsePartialDate } from '@archive/contracts/dates';

/** The facts of a record that a citation shows. */
export type Citable = {
  /** Identifier without spaces, for reference managers. */
  key: string;
  title: string;
  /** The kind of record: "Voyage record" or "Photograph". */
  kind: string;
  creator?: string | null;
  /** `1946`, `1946-03` or `1946-03-07`; any other date is cited in words. */
  date?: string | null;
  archive: string;
  /** Permanent URL. */
  address: string;
};

export const CITATION_STYLES = {
  chicago: 'Chicago',
  apa: 'APA',
  mla: 'MLA',
  bibtex: 'BibTeX',
  ris: 'RIS',
} as const;
export type CitationStyle = keyof typeof CITATION_STYLES;

/** A citation in the given style. `accessed` is the day of access as YYYY-MM-DD. */
export const citation = (style: CitationStyle, cited: Citable, accessed: string): string =>
  FORMATS[style](cited, accessed);

/** Year, month and day of an exact date; undefined for any other date, which is cited in words. */
const exactDate = (date: string) => (/^\d{4}(?:-\d{2}){0,2}$/.test(date) ? parsePartialDate(date) : undefined);

/** Adds a period to a title, unless it already ends with a period, exclamation point or question mark. */
const withPeriod = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** The date, or null if the title already contains it, as generated titles do. */
function dateBesideTitle({ title, date }: Citable): string | null {
  const text = date ? formatDate(date) : null;
  return text && !title.includes(text) ? text : null;
}

/** The Chicago Manual of Style, 17th edition, 14.207: bibliography entry of a web page. */
function chicago(cited: Citable, accessed: string): string {
  const date = dateBesideTitle(cited);
  return [
    cited.creator && withPeriod(cited.creator),
    `“${withPeriod(cited.title)}”`,
    date && `${date}.`,
    withPeriod(cited.archive),
    `Accessed ${formatDate(accessed)}.`,
    `${cited.address}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** APA Style, 7th edition, 8.11 to 8.13: without an author, the title comes before the date. */
function apa({ title, kind, creator, date, archive, address }: Citable, accessed: string): string {
  const published = date ? `(${apaDate(date)}).` : '(n.d.).';
  const workTitle = `${title} [${kind}].`;
  const parts = creator ? [withPeriod(creator), published, workTitle] : [workTitle, published];
  return [...parts, withPeriod(archive), `Retrieved ${formatDate(accessed)}, from ${address}`].join(' ');
}

/** "1946, July 7"; other strings unchanged. */
function apaDate(text: string): string {
  const date = exactDate(text);
  if (!date) return formatDate(text);
  return [date.year, date.month && [monthName(date.month), date.day].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}

/** MLA Handbook, 9th edition: “Title.” Container, date, address. Accessed date. */
function mla({ title, creator, date, archive, address }: Citable, accessed: string): string {
  const place = [archive, date && mlaDate(date), address.replace(/^https?:\/\//, '')].filter(Boolean).join(', ');
  return [creator && withPeriod(creator), `“${withPeriod(title)}”`, `${place}.`, `Accessed ${mlaDate(accessed)}.`]
    .filter(Boolean)
    .join(' ');
}

/** MLA abbreviates months of more than four letters. */
const mlaMonth = (month: number) => {
  const name = monthName(month);
  return name.length <= 4 ? name : `${name === 'September' ? 'Sept' : name.slice(0, 3)}.`;
};

/** "7 July 1946"; other strings unchanged. */
function mlaDate(text: string): string {
  const date = exactDate(text);
  if (!date) return formatDate(text);
  return [date.day, date.month && mlaMonth(date.month), date.year].filter(Boolean).join(' ');
}

const TEX: Record<string, string> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
};

/** Escapes text for BibTeX. */
const tex = (text: string) => text.replaceAll(/[\\~^{}&%$#_]/g, (sign) => TEX[sign] ?? `\\${sign}`);

/** A BibTeX entry; double braces keep the capitals of a title. */
function bibtex({ key, title, kind, creator, date, archive, address }: Citable, accessed: string): string {
  const parts = date ? exactDate(date) : undefined;
  const fields: [name: string, value: string | false | null | undefined][] = [
    ['author', creator && `{{${tex(creator)}}}`],
    ['title', `{{${tex(title)}}}`],
    ['year', date && `{${parts ? parts.year : tex(formatDate(date))}}`],
    ['month', parts?.month !== undefined && monthName(parts.month).slice(0, 3).toLowerCase()],
    ['date', parts && date && `{${date}}`],
    ['type', `{${tex(kind)}}`],
    ['howpublished', `{${tex(archive)}}`],
    ['url', `{${address}}`],
    ['urldate', `{${accessed}}`],
  ];
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = ${value}`] : []));
  return `@misc{${key},\n${lines.join(',\n')}\n}`;
}

/** A RIS record: `TY` first, `ER` last, dates as YYYY/MM/DD/. */
function ris({ title, kind, creator, date, archive, address }: Citable, accessed: string): string {
  const parts = date ? exactDate(date) : undefined;
  const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  const lines: [tag: string, value: string | number | null | undefined][] = [
    ['TY', 'ELEC'],
    ['TI', toOneLine(title)],
    ['AU', creator && toOneLine(creator)],
    ['PY', parts?.year],
    ['DA', date && (parts ? risDate(date) : toOneLine(formatDate(date)))],
    ['M3', kind],
    ['PB', archive],
    ['UR', address],
    ['Y2', risDate(accessed)],
  ];
  const fieldLines = lines.flatMap(([tag, value]) => (value ? [`${tag}  - ${value}`] : []));
  return [...fieldLines, 'ER  - '].join('\r\n');
}

const risDate = (iso: string) => {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${year}/${month}/${day}/`;
};

const FORMATS: Record<CitationStyle, (cited: Citable, accessed: string) => string> = { chicago, apa, mla, bibtex, ris };
