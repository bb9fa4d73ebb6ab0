import { MATCH_END, MATCH_START } from '../excerpt.ts';
import { datePhrase } from './dates.ts';
import type { SqlContext } from './parameters.ts';

/**
 * SQL for the part of a text that the excerpt comes from: around the first match, as plain text without Markdown and match marks.
 * Highlighting takes time that grows with the square of the text, so it must never see a long one.
 *
 * @param beginning SQL of a regular expression for the first match
 */
export const excerptAroundMatch = (text: string, beginning: string) => `
  regexp_replace(regexp_replace(
    substr(${text}, greatest(1, coalesce(regexp_instr(fold(left(${text}, 100000)), nullif(${beginning}, '')), 0) - 300), 3000),
    '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), '[*#>\`${MATCH_START}${MATCH_END}]+', '', 'g')`;

const MARKS = `StartSel="${MATCH_START}", StopSel="${MATCH_END}"`;
/** What is highlighted: the words, or the words of the date if there are none. */
const highlightQuery = (context: SqlContext) => `coalesce(${context.$('text')}, ${datePhrase(context)}, ''::tsquery)`;

const highlight = (context: SqlContext, text: string, options: string) =>
  `ts_headline('archive', ${text}, ${highlightQuery(context)}, '${options}, ${MARKS}')`;

/** The title as a whole. */
export const highlightedTitle = (context: SqlContext, title: string) =>
  highlight(context, `translate(${title}, '${MATCH_START}${MATCH_END}', '')`, 'HighlightAll=true');

/** The parts of a text that match. */
export const highlightedExcerpt = (context: SqlContext, text: string) =>
  highlight(context, text, 'MaxFragments=2, MinWords=6, MaxWords=22, FragmentDelimiter=" … "');

/** Number of characters at either end of a text that are compared to tell whether an excerpt is cut. */
const END_LENGTH = 80;

export const endsOf = (text: string) => `left(${text}, ${END_LENGTH}) as first, right(${text}, ${END_LENGTH}) as last`;
