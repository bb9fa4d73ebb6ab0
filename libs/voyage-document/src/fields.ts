import { readCodesLine, type CodesLine } from './codes.ts';
import { FIELD_LABELS, KNOWN_LABELS, readLabel, type FieldName } from './labels.ts';
import { isBlank, isEmptyHeading, isPastedPicture, saysNothing } from './lines.ts';
import type { Report } from './problems.ts';
import { nearest } from './suggest.ts';
import { excerpt } from './texts.ts';

export interface Field {
  name: FieldName;
  /** Of the label. */
  line: number;
  source: string | null;
  /** What stands on the label's line. */
  first: string;
  /** The lines below, raw, up to the next field. */
  following: string[];
}

export interface Block {
  fields: Field[];
  /** Codes below the heading instead of above it. */
  codes: CodesLine[];
}

/** Fields of one value: a paragraph further down is no part of them. */
const SINGLE = new Set<FieldName>(['voyage_type', 'location', 'time']);
const LISTS = new Set<FieldName>(['passengers', 'sources', 'additional_sources']);

/** Parts the lines below a voyage's heading into fields. `firstLine` is the number of the first of them. */
export function readFields(lines: readonly string[], firstLine: number, report: Report): Block {
  const fields: Field[] = [];
  const codes: CodesLine[] = [];
  let current: Field | null = null;
  let inLooseText = false;
  let valueEnded = false;

  const looseText = (line: number, text: string) => {
    if (!inLooseText) {
      report({
        line,
        field: null,
        severity: 'warning',
        message: `The text “${excerpt(text)}” belongs to no field, so it was left out.`,
        suggestion: 'Begin it with the name of a field, such as “Additional Information:”.',
      });
    }
    inLooseText = true;
  };

  const unknownLabel = (line: number, label: string, kept: string | null) => {
    const near = nearest(label, KNOWN_LABELS);
    report({
      line,
      field: label,
      severity: 'warning',
      message: kept
        ? `“${label}” is not a field of this document; its line was kept as part of “${kept}”.`
        : `“${label}” is not a field of this document, so its text was left out.`,
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
        message: 'A picture pasted into the document cannot be taken from it, so it was left out.',
        suggestion: 'Put the picture where it has an address, and name the address under Sources.',
      });
    } else if (label?.field) {
      current = { name: label.field, line, source: label.source, first: label.rest, following: [] };
      fields.push(current);
      inLooseText = false;
      valueEnded = false;
    } else if (label && (!current || SINGLE.has(current.name) || LISTS.has(current.name))) {
      unknownLabel(line, label.label, null);
      current = null;
      inLooseText = true;
    } else if (!current) {
      const found = fields.length === 0 && !inLooseText ? readCodesLine(text, line) : null;
      if (found) codes.push(found);
      else if (!saysNothing(text)) looseText(line, text);
    } else if (SINGLE.has(current.name)) {
      const hasValue = !isBlank(current.first) || current.following.length > 0;
      if (isBlank(text)) valueEnded = hasValue;
      else if (!valueEnded) current.following.push(text);
      else if (!saysNothing(text)) looseText(line, text);
    } else {
      if (label) unknownLabel(line, label.label, FIELD_LABELS[current.name]);
      current.following.push(text);
    }
  }
  for (const field of fields) dropTail(field.following);
  return { fields, codes };
}

/** Takes away the blank lines and rules at the end: they stand between voyages. */
function dropTail(lines: string[]): void {
  let last = lines.at(-1);
  while (last !== undefined && saysNothing(last)) {
    lines.pop();
    last = lines.at(-1);
  }
}
