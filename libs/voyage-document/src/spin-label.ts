import { findPairs, forEachOutside } from './pairs.ts';
import { escapeText, isEscapedAt, toSingleLine, unescapeText } from './texts.ts';

/** The label above quotes about the yacht ("Spin from the Daily Press:"), and the text after it. */
export interface SpinLabel {
  source: string | null;
  rest: string;
}

const SPIN_FROM = /^([*_]{0,3})spins?\s+from\s/i;
const WRAPPED = /^(?:\*([^*]+)\*|_([^_]+)_)$/;

function firstColonOutside(text: string): number {
  let foundIndex = -1;
  let isEmphasized = false;
  forEachOutside(text, findPairs(text), (index) => {
    if (foundIndex >= 0) return;
    if (text[index] === '*') isEmphasized = !isEmphasized;
    else if (text[index] === ':' && !isEmphasized && /\s/.test(text[index + 1] ?? ' ')) foundIndex = index;
  });
  return foundIndex;
}

function readSource(raw: string): string | null {
  const text = toSingleLine(raw) ?? '';
  const wrapped = WRAPPED.exec(text);
  const inner = wrapped?.[1] ?? wrapped?.[2];
  return toSingleLine(unescapeText(inner !== undefined && !inner.endsWith('\\') ? inner : text));
}

/**
 * Reads `Spin from *Source*:`, with quotes on the same line or below. A colon at the end of the line ends the source, so the source may
 * contain colons; otherwise the first colon outside emphasis, links and quotation marks ends it.
 */
export function readSpinLabel(line: string): SpinLabel | null {
  const start = SPIN_FROM.exec(line);
  if (!start) return null;
  const emphasis = start[1] ?? '';
  let text = line.slice(start[0].length).trim();
  if (emphasis && text.endsWith(emphasis)) text = text.slice(0, -emphasis.length).trimEnd();
  if (text.endsWith(':') && !isEscapedAt(text, text.length - 1)) {
    return { source: readSource(text.slice(0, -1)), rest: '' };
  }
  const colon = firstColonOutside(text);
  if (colon < 0) return null;
  return { source: readSource(text.slice(0, colon)), rest: text.slice(colon + 1).trim() };
}

export function writeSpinLabel(source: string | null): string {
  if (source === null) return 'Spin:';
  const unescaped = `Spin from *${source}*:`;
  const read = readSpinLabel(unescaped);
  return read?.source === source && read.rest === '' ? unescaped : `Spin from ${escapeText(source)}:`;
}
