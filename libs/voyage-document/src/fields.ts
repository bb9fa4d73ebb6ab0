import { readCodesLine, type CodesLine } from './codes.ts';
import { FIELD_LABELS, type FieldName, type PeopleGroup } from './field-names.ts';
import { readLabel, readSentenceLabel, type LabelLine } from './labels.ts';
import {
  isBlank,
  isEmptyHeading,
  isPastedPicture,
  isPicture,
  isHorizontalRule,
  isSeparator,
  unescapeLine,
} from './lines.ts';
import { listFields, listItem } from './list-labels.ts';
import { readStatedOwner } from './owner-heading.ts';
import type { Report } from './problems.ts';
import type { PairHalf } from './synonyms.ts';
import { excerpt } from './texts.ts';
import { isReadableTime } from './times.ts';

export interface Field {
  name: FieldName;
  /** The label as written. */
  label: string;
  /** Line of the label. */
  line: number;
  source: string | null;
  /** Text on the label's line. */
  first: string;
  /** The raw lines below, up to the next field. */
  following: string[];
  /** For lists of people: the group that the label names. */
  group?: PeopleGroup | null;
  /** For places and times: the half that the label names. */
  part?: PairHalf | null;
  /** Whether the label is in a list item, so that the next item ends the field. */
  isListItem?: boolean;
}

export interface Block {
  fields: Field[];
  /** Codes that are below the heading instead of above it. */
  codes: CodesLine[];
  /** Paragraphs that belong to no field. They are added to Additional Information. */
  added: string[];
}

/** Single-value fields, which end at a blank line. */
const SINGLE = new Set<FieldName>([
  'owner',
  'voyage_type',
  'location',
  'time',
  'start_date_written',
  'end_date_written',
]);
const LISTS = new Set<FieldName>(['passengers', 'sources', 'additional_sources']);

const PROSE = (name: FieldName) => !SINGLE.has(name) && !LISTS.has(name);

/**
 * Whether a label that isn't one of the format's starts a field here. A common
 * word in a paragraph, or before a different kind of value, is text.
 */
function startsField({ field, label, variant, part, rest }: LabelLine, current: Field | null): boolean {
  if (field === null) return false;
  if (field === 'owner') {
    const owner = readStatedOwner(label, rest);
    return owner !== null && (owner.isCertain || !current || !PROSE(current.name));
  }
  if (part !== null && field === 'time') return isReadableTime(rest) && !(current && PROSE(current.name));
  if (part !== null && (rest === '' || rest.includes('@'))) return false;
  return variant !== 'weak synonym' || !current || !PROSE(current.name);
}

/** Whether a line continues a value that should be on one line. */
const isContinuation = ({ name, part }: Field, line: string) =>
  name === 'location'
    ? !part
    : name === 'time' && !part && isReadableTime(line.replace(/^\s*(?:to|until|[–—-])\s/i, ''));

/** Splits the lines below a voyage heading into fields. `firstLine` is the number of the first line. */
export function readFields(lines: readonly string[], firstLine: number, report: Report): Block {
  const fields: Field[] = [];
  const codes: CodesLine[] = [];
  let current: Field | null = null;
  let isInLooseText = false;
  let hasValueEnded = false;
  const addedLines: string[][] = [];

  const looseText = (line: number, text: string) => {
    if (!isInLooseText) {
      report({
        line,
        field: null,
        severity: 'warning',
        message: `The text “${excerpt(text)}” doesn’t belong to a field. It’s kept in Additional Information.`,
        suggestion: 'Start it with a field name, such as “Additional Information:”.',
      });
      addedLines.push([]);
    }
    addedLines.at(-1)?.push(unescapeLine(text));
    isInLooseText = true;
  };

  const unknownLabel = (line: number, label: string, container: string | null) => {
    report({
      line,
      field: label,
      severity: 'warning',
      message: container
        ? `“${label}” isn’t a known field; its line is kept as part of “${container}”.`
        : `“${label}” isn’t a known field. Its text is kept in Additional Information.`,
    });
  };

  const listItemLabel = (line: number, { field, label }: LabelLine) =>
    report({
      line,
      field: field && FIELD_LABELS[field],
      severity: 'warning',
      message: `The list item “${label}” is read as the field “${field ? FIELD_LABELS[field] : ''}”.`,
    });

  const variantLabel = (line: number, { field, label, variant }: LabelLine) => {
    if (field === null || variant === null) return;
    report({
      line,
      field: FIELD_LABELS[field],
      severity: 'warning',
      message:
        variant === 'without a colon'
          ? `“${label}” has no colon. It’s read as the field “${FIELD_LABELS[field]}”.`
          : `“${label}” is read as the field “${FIELD_LABELS[field]}”.`,
    });
  };

  const listed = listFields(lines);
  for (const [index, sourceText] of lines.entries()) {
    const line = firstLine + index;
    const text = isEmptyHeading(sourceText) ? '' : sourceText;
    const isListed: boolean = current === null || SINGLE.has(current.name) || current.isListItem === true;
    const listLabel: LabelLine | null = (isListed && listed.get(index)) || null;
    const labelLine: LabelLine | null = listLabel ?? readLabel(text);
    const accepted: boolean = labelLine !== null && startsField(labelLine, current?.isListItem ? null : current);
    const isValue = current !== null && !PROSE(current.name);
    const definition = /^\s*:\s+(\S.*)$/.exec(text)?.[1];
    const label: LabelLine | null = labelLine ?? (isValue ? readSentenceLabel(text) : null);
    if (isPastedPicture(text) || (isValue && isPicture(text))) {
      report({
        line,
        field: null,
        severity: 'warning',
        message: 'An image pasted into the document can’t be imported, so it’s skipped.',
        suggestion: 'Upload the image in the media library, or list its web address under Sources.',
      });
    } else if (accepted && labelLine?.field) {
      if (listLabel) listItemLabel(line, listLabel);
      else variantLabel(line, labelLine);
      const name: FieldName = labelLine.field;
      const { label, source, rest: first, group, part }: LabelLine = labelLine;
      current = { name, label, line, source, first, following: [], group, part, isListItem: listLabel !== null };
      fields.push(current);
      isInLooseText = false;
      hasValueEnded = false;
    } else if (
      definition !== undefined &&
      current &&
      !PROSE(current.name) &&
      current.first === '' &&
      current.following.length === 0
    ) {
      current.first = definition;
    } else if (current?.isListItem && !PROSE(current.name) && listItem(text) !== null) {
      looseText(line, text);
      current = null;
    } else if (label && (!current || !PROSE(current.name))) {
      unknownLabel(line, label.label, null);
      current = null;
      isInLooseText = true;
      addedLines.push([text]);
    } else if (!current) {
      const codesLine = fields.length === 0 && !isInLooseText ? readCodesLine(text, line) : null;
      if (codesLine) codes.push(codesLine);
      else if (!isSeparator(text)) looseText(line, text);
      else if (isInLooseText) addedLines.at(-1)?.push('');
    } else if (SINGLE.has(current.name)) {
      const hasValue = !isBlank(current.first) || current.following.length > 0;
      if (isBlank(text)) hasValueEnded = hasValue;
      else if (!hasValueEnded && (!hasValue || isContinuation(current, text))) current.following.push(text);
      else if (!isSeparator(text)) {
        looseText(line, text);
        current = null;
      }
    } else if (LISTS.has(current.name) && isHorizontalRule(text)) {
      current = null;
    } else {
      if (label) unknownLabel(line, label.label, FIELD_LABELS[current.name]);
      current.following.push(text);
    }
  }
  for (const field of fields) dropTail(field.following);
  return { fields, codes, added: addedLines.map((item) => item.join('\n')) };
}

/** Removes trailing blank lines and horizontal rules, which only separate voyages. */
function dropTail(lines: string[]): void {
  let last = lines.at(-1);
  while (last !== undefined && isSeparator(last)) {
    lines.pop();
    last = lines.at(-1);
  }
}
