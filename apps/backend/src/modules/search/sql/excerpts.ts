// cspell:ignore strpos
import { MATCH_END, MATCH_START } from '../excerpt.ts';
import { datePhrase } from './filters.ts';
import type { SqlContext } from './parameters.ts';

/** Number of characters from which an excerpt is made. */
const PART_LENGTH = 3000;

/**
 * SQL for the part of a text around the first match, from which the excerpt is made. The time for highlighting grows with the square of the
 * text's length, so it must never get a long text. The number of bytes is known without reading the text.
 *
 * @param beginning SQL for a regular expression that finds the first match
 */
export const partAroundMatch = (text: string, beginning: string) => `
  case when octet_length(${text}) <= ${PART_LENGTH} then ${text} else
    substr(${text}, greatest(1, coalesce(regexp_instr(fold(left(${text}, 100000)), nullif(${beginning}, '')), 0) - 300), ${PART_LENGTH}) end`;

/** SQL for a text without Markdown and match marks. Most texts have none, and to search for single characters takes half the time. */
export const plainText = (text: string) => `
  case when ${['[', '#', '>', '*', '`', MATCH_START, MATCH_END].map((sign) => `strpos(${text}, '${sign}') > 0`).join(' or ')}
    then regexp_replace(regexp_replace(${text}, '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'),
      '^[#>][#> ]*|[*\`${MATCH_START}${MATCH_END}]+', '', 'gn')
    else ${text} end`;

const MARKS = `StartSel="${MATCH_START}", StopSel="${MATCH_END}"`;
/** The words to highlight: those of the query, or else those of its date. */
const highlightQuery = (context: SqlContext) => `coalesce(${context.$('text')}, ${datePhrase(context)}, ''::tsquery)`;

const highlight = (context: SqlContext, text: string, options: string) =>
  `ts_headline('archive', ${text}, ${highlightQuery(context)}, '${options}, ${MARKS}')`;

/** SQL for the whole title with its matches marked. */
export const highlightedTitle = (context: SqlContext, title: string) =>
  highlight(context, `translate(${title}, '${MATCH_START}${MATCH_END}', '')`, 'HighlightAll=true');

/** SQL for the fragments of a text that match, with their matches marked. */
export const highlightedExcerpt = (context: SqlContext, text: string) =>
  highlight(context, text, 'MaxFragments=2, MinWords=6, MaxWords=22, FragmentDelimiter=" … "');

/** Number of characters at each end of a text that are compared to tell whether an excerpt leaves text out. */
const END_LENGTH = 80;

export const endsOf = (text: string) =>
  `left(${text}, ${END_LENGTH}) as beginning, right(${text}, ${END_LENGTH}) as ending`;
