import { readCodesLine, type CodesLine } from './codes.ts';
import { FIELD_LABELS, KNOWN_LABELS, readLabel, type FieldName, type PeopleGroup } from './labels.ts';
import { isBlank, isEmptyHeading, isPastedPicture, isSeparator, unescapeLine } from './lines.ts';
import type { Report } from './problems.ts';
import { nearest } from './suggest.ts';
import { excerpt } from './texts.ts';

export interface Field {
  name: FieldName;
  /** Line of the label. */
  line: number;
  source: string | null;
  /** Text on the label's line. */
  first: string;
  /** The raw lines below, up to the next field. */
  following: string[];
  /** For lists of people: whom the label names. */
  group?: PeopleGroup | null;
}

export interface Block {
  fields: Field[];
  /** Codes below the heading instead of above it. */
  codes: CodesLine[];
  /** Texts without a field of their own, which are kept in Additional Information. */
  added: string[];
}

/** Single-value fields, which end at a blank line. */
const SINGLE = new Set<FieldName>(['voyage_type', 'location', 'time', 'start_date_written', 'end_date_written']);
const LISTS = new Set<FieldName>(['passengers', 'sources', 'additional_sources']);

/** Splits the lines below a voyage heading into fields. `firstLine` is the number of the first line. */
export function readFields(lines: readonly string[], firstLine: number, report: Report): Block {
  const fields: Field[] = [];
  const codes: CodesLine[] = [];
  let current: Field | null = null;
  let inLooseText = false;
  let valueEnded = false;
  const added: string[][] = [];

  const looseText = (line: number, text: string) => {
    if (!inLooseText) {
      report({
        line,
        field: null,
        severity: 'warning',
        message: `The text “${excerpt(text)}” doesn’t belong to a field. It was kept in Additional Information.`,
        suggestion: 'Start it with a field name, such as “Additional Information:”.',
      });
      added.push([]);
    }
    added.at(-1)?.push(unescapeLine(text));
    inLooseText = true;
  };

  const unknownLabel = (line: number, label: string, container: string | null) => {
    const near = nearest(label, KNOWN_LABELS);
    report({
      line,
      field: label,
      severity: 'warning',
      message: container
        ? `“${label}” isn’t a known field; its line was kept as part of “${container}”.`
        : `“${label}” isn’t a known field. Its text was kept in Additional Information.`,
      suggestion: near ? `Did you mean “${near}:”?` : null,
    });
  };

  for (const [index, written] of lines.entries()) {
    const line = firstLine + index;
    const text = isEmptyHeading(written) ? '' : written;
    const label = readLabel(text);
    if (isPastedPicture(text)) {
      report({
        line,
        field: null,
        severity: 'warning',
        message: 'An image pasted into the document can’t be imported, so it was skipped.',
        suggestion: 'Upload the image in the media library, or list its web address under Sources.',
      });
    } else if (label?.field) {
      current = { name: label.field, line, source: label.source, first: label.rest, following: [], group: label.group };
      fields.push(current);
      inLooseText = false;
      valueEnded = false;
    } else if (label && (!current || SINGLE.has(current.name) || LISTS.has(current.name))) {
      unknownLabel(line, label.label, null);
      current = null;
      inLooseText = true;
      added.push([text]);
    } else if (!current) {
      const found = fields.length === 0 && !inLooseText ? readCodesLine(text, line) : null;
      if (found) codes.push(found);
      else if (!isSeparator(text)) looseText(line, text);
      else if (inLooseText) added.at(-1)?.push('');
    } else if (SINGLE.has(current.name)) {
      const hasValue = !isBlank(current.first) || current.following.length > 0;
      if (isBlank(text)) valueEnded = hasValue;
      else if (!valueEnded) current.following.push(text);
      else if (!isSeparator(text)) {
        looseText(line, text);
        current = null;
      }
    } else {
      if (label) unknownLabel(line, label.label, FIELD_LABELS[current.name]);
      current.following.push(text);
    }
  }
  for (const field of fields) dropTail(field.following);
  return { fields, codes, added: added.map((one) => one.join('\n')) };
}

/** Removes trailing blank lines and rules, which only separate voyages. */
function dropTail(lines: string[]): void {
  let last = lines.at(-1);
  while (last !== undefined && isSeparator(last)) {
    lines.pop();
    last = lines.at(-1);
  }
}
