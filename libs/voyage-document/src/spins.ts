import { escapeLine, isBlank, unescapeLine } from './lines.ts';
import { writeSpinLabel } from './spin-label.ts';
import { paragraphs } from './texts.ts';
import type { SpinRecord } from './types.ts';

const BULLET = /^ ?[*+•-](?:\s+|$)/;

/**
 * Reads the quotes below a spin label: one per bullet, with any number of lines and paragraphs. Without bullets, everything is one quote.
 *
 * @param firstLine text on the label's line
 * @param otherLines raw lines below the label
 */
export function readSpins(source: string | null, firstLine: string, otherLines: readonly string[]): SpinRecord[] {
  const quotes: string[][] = [[firstLine]];
  for (const line of otherLines) {
    const bullet = BULLET.exec(line)?.[0];
    if (bullet !== undefined) {
      quotes.push([line.slice(bullet.length)]);
    } else {
      quotes.at(-1)?.push(isBlank(line) ? '' : unescapeLine(line.startsWith('  ') ? line.slice(2) : line));
    }
  }
  const spins: SpinRecord[] = [];
  for (const quote of quotes) {
    const spin = paragraphs(quote.join('\n'));
    if (spin !== null) spins.push({ spin, source });
  }
  return spins;
}

function writeQuote(spin: string): string {
  const [firstLine = '', ...otherLines] = spin.split('\n');
  return [`* ${firstLine}`, ...otherLines.map((line) => (line === '' ? '' : `  ${escapeLine(line)}`))].join('\n');
}

/** Writes the spins (quotes about the yacht) of a voyage. Consecutive quotes from one source share a label. */
export function writeSpins(spins: readonly SpinRecord[]): string[] {
  const lines: string[] = [];
  let current: string | null | undefined;
  for (const { spin, source } of spins) {
    if (source !== current) lines.push(writeSpinLabel(source));
    current = source;
    lines.push(writeQuote(spin));
  }
  return lines;
}
