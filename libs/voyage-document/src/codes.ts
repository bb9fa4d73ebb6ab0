import { readParentheses } from './lines.ts';
import type { Report } from './problems.ts';
import { nearest } from './suggest.ts';
import { escapeText, excerpt, isEscapedAt, toSingleLine, unescapeText } from './texts.ts';
import type { VoyageCodes } from './types.ts';

/** Initials that mark presidential use: Hoover's, then those of SPEC section 3. */
export const PRESIDENTIAL_INITIALS: readonly string[] = [
  'HH',
  'FDR',
  'HST',
  'DDE',
  'JFK',
  'LBJ',
  'RMN',
  'GRF',
  'JEC',
  'RWR',
  'GHWB',
  'WJC',
  'GWB',
  'BHO',
  'DJT',
  'JRB',
];

type FlagName = {
  [Name in keyof VoyageCodes]: VoyageCodes[Name] extends boolean ? Name : never;
}[keyof VoyageCodes];
type DetailName = Exclude<keyof VoyageCodes, FlagName>;

interface Code {
  code: string;
  flag: FlagName;
  detail?: DetailName;
}

const WITH_DETAIL: readonly Required<Code>[] = [
  { code: 'Presidential Use', flag: 'presidential_use', detail: 'presidential_initials' },
  { code: 'Royalty', flag: 'has_royalty', detail: 'royalty_details' },
  { code: 'Foreign Leader', flag: 'has_foreign_leader', detail: 'foreign_leader_country' },
];

const PLAIN: readonly Code[] = [
  { code: 'CD', flag: 'mention_camp_david' },
  { code: 'MV', flag: 'mention_mount_vernon' },
  { code: 'Captain', flag: 'mention_captain' },
  { code: 'Crew', flag: 'mention_crew' },
  { code: 'RMD', flag: 'mention_rmd' },
  { code: 'Yacht Spin', flag: 'mention_yacht_spin' },
  { code: 'Menu', flag: 'mention_menu' },
  { code: 'Drinks/Wine', flag: 'mention_drinks_wine' },
  { code: 'Photo', flag: 'claims_photo' },
  { code: 'Video', flag: 'claims_video' },
];

/** The code for each attribute. */
export const CODE_WORDS: Readonly<Partial<Record<keyof VoyageCodes, string>>> = Object.fromEntries(
  [...WITH_DETAIL, ...PLAIN].map(({ flag, code }) => [flag, code]),
);

const BY_NAME = new Map<string, Code>([...WITH_DETAIL, ...PLAIN].map((code) => [code.code.toLowerCase(), code]));
for (const code of PLAIN.slice(-2)) {
  for (const plural of ['s', '(s)']) BY_NAME.set(`${code.code.toLowerCase()}${plural}`, code);
}
const INITIALS = new Map(PRESIDENTIAL_INITIALS.map((initials) => [initials.toLowerCase(), initials]));
const SUGGESTED = [...BY_NAME.values()].map((code) => code.code).concat(PRESIDENTIAL_INITIALS);

export function emptyCodes(): VoyageCodes {
  return {
    presidential_use: false,
    presidential_initials: null,
    has_royalty: false,
    royalty_details: null,
    has_foreign_leader: false,
    foreign_leader_country: null,
    mention_camp_david: false,
    mention_mount_vernon: false,
    mention_captain: false,
    mention_crew: false,
    mention_rmd: false,
    mention_yacht_spin: false,
    mention_menu: false,
    mention_drinks_wine: false,
    claims_photo: false,
    claims_video: false,
  };
}

/** `(Royalty - Princess Margaret)`. */
const DASHED = /^\s*(royalty|foreign leader|presidential use)\s+[-–—]\s+/i;

/** Parses one `(…)` into its lower-case name and the text after the colon. */
function readCode(sourceText: string): { name: string; detail: string | null; denied: boolean } {
  const group = DASHED.test(sourceText) ? sourceText.replace(DASHED, '$1: ') : sourceText;
  let colon = group.indexOf(':');
  while (colon >= 0 && isEscapedAt(group, colon)) colon = group.indexOf(':', colon + 1);
  const name = (toSingleLine(unescapeText(colon < 0 ? group : group.slice(0, colon))) ?? '').toLowerCase();
  const detail = colon < 0 ? null : toSingleLine(unescapeText(group.slice(colon + 1)));
  const isDenied = name.startsWith('no ') && detail !== null && BY_NAME.get(name.slice(3))?.detail !== undefined;
  return { name: isDenied ? name.slice(3) : name, detail, denied: isDenied };
}

function isKnown(group: string): boolean {
  const { name } = readCode(group);
  return BY_NAME.has(name) || INITIALS.has(name);
}

const REMARK = /[.!?]\s*$|(?:\S+\s+){4}\S/;

export interface CodesLine {
  line: number;
  groups: string[];
  /** Whether at least one group is a known code. */
  isKnown: boolean;
}

/** Reads a line of `(Code) (Code: text)`; null for other lines, such as a sentence in parentheses. */
export function readCodesLine(text: string, line: number): CodesLine | null {
  const groups = readParentheses(text);
  if (!groups) return null;
  const hasKnownCode = groups.some(isKnown);
  if (!hasKnownCode && groups.some((group) => group.trim() === '' || REMARK.test(group.slice(0, 200)))) return null;
  return { line, groups, isKnown: hasKnownCode };
}

/** Reads known codes after the date of a heading: `(Foreign Leader: UK) (Photos)`; null for other text. */
export function readKnownCodes(text: string, line: number): CodesLine | null {
  const groups = readParentheses(text);
  return groups && groups.length > 0 && groups.every(isKnown) ? { line, groups, isKnown: true } : null;
}

/** Reads the codes of one voyage. */
export function readCodes(lines: readonly CodesLine[], report: Report): VoyageCodes {
  const codes = emptyCodes();
  const warn = (line: number, message: string, suggestion: string | null = null) =>
    report({ line, field: 'Codes', severity: 'warning', message, suggestion });

  for (const { line, groups } of lines) {
    for (const group of groups) {
      const { name, detail, denied } = readCode(group);
      const initials = INITIALS.get(name);
      const code = initials ? WITH_DETAIL[0] : BY_NAME.get(name);
      if (!code) {
        if (name === '' && detail === null) continue;
        const suggestion = nearest(name, SUGGESTED);
        const advice = suggestion ? `Did you mean (${suggestion})?` : null;
        warn(line, `The code (${excerpt(group)}) isn’t recognized, so it’s skipped.`, advice);
        continue;
      }
      codes[code.flag] = !denied;
      const text = initials ?? detail;
      if (code.detail === undefined) {
        if (detail !== null) {
          warn(line, `The code (${code.code}) takes no text, so “${excerpt(detail)}” is skipped.`);
        }
      } else if (text !== null) {
        const present = codes[code.detail];
        if (present === null) {
          codes[code.detail] = text;
        } else if (code.detail === 'presidential_initials') {
          if (present !== text)
            warn(line, `A voyage can have the initials of only one president; (${present}) is kept, (${text}) is not.`);
        } else if (present !== text) {
          codes[code.detail] = `${present}, ${text}`;
        }
      }
    }
  }
  return codes;
}

function writeDetail(name: string, detail: string): string {
  const unescaped = `(${name}: ${detail})`;
  const groups = readParentheses(unescaped);
  const isSameDetail = groups?.length === 1 && readCode(groups[0] ?? '').detail === detail;
  return isSameDetail ? unescaped : `(${name}: ${escapeText(detail)})`;
}

/** Writes the codes line of a voyage; empty without codes. */
export function writeCodes(codes: VoyageCodes): string {
  const codeTexts: string[] = [];
  for (const { code: name, flag, detail } of WITH_DETAIL) {
    const text = codes[detail];
    const isSet = codes[flag];
    if (isSet && detail === 'presidential_initials' && text !== null && PRESIDENTIAL_INITIALS.includes(text)) {
      codeTexts.push(`(${text})`);
    } else if (text !== null) {
      codeTexts.push(writeDetail(isSet ? name : `No ${name}`, text));
    } else if (isSet) {
      codeTexts.push(`(${name})`);
    }
  }
  for (const { code: name, flag } of PLAIN) if (codes[flag]) codeTexts.push(`(${name})`);
  return codeTexts.join(' ');
}
