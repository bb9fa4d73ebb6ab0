import { parseVoyageDocument } from '../src/parse.ts';
import type { DocumentProblem, VoyageDocument } from '../src/types.ts';
import { contentOf } from './content.ts';

const LINE = /^Write “([^\n]+)”\.$/;
const CODE = /^Did you mean (\([^()]+\))\?$/;

/** The document with a suggestion applied; undefined if the suggestion is only advice, with nothing to insert. */
export function withSuggestion(text: string, { line, message, suggestion }: DocumentProblem): string | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const sourceText = lines[line - 1] ?? '';
  const remaining = LINE.exec(suggestion ?? '')?.[1];
  const code = CODE.exec(suggestion ?? '')?.[1];
  const unknown = /^The code (\(.*?\)) isn’t/.exec(message)?.[1];
  if (remaining !== undefined) lines[line - 1] = remaining;
  else if (code !== undefined && unknown !== undefined) lines[line - 1] = sourceText.replace(unknown, code);
  else return undefined;
  return lines.join('\n');
}

/** The content of a document without its lines, which a suggestion may change. */
const comparableContent = (document: VoyageDocument) => JSON.stringify(contentOf(document));

/**
 * Why a suggestion is wrong: the line still has the problem, or its content changes. Errors and codes have no content to compare, so the
 * voyage must parse without an error after the change.
 */
export function badSuggestion(text: string, before: VoyageDocument, problem: DocumentProblem): string | null {
  const corrected = withSuggestion(text, problem);
  if (corrected === undefined) return null;
  const after = parseVoyageDocument(corrected);
  const remains = after.problems.some(({ line, message }) => line === problem.line && message === problem.message);
  if (remains) return 'The problem remains';
  const isOnLine = ({ line }: DocumentProblem) => line === problem.line;
  if (after.problems.filter(isOnLine).length >= before.problems.filter(isOnLine).length)
    return 'The line has other problems';
  if (problem.severity === 'error')
    return after.problems.filter(({ severity }) => severity === 'error').length <
      before.problems.filter(({ severity }) => severity === 'error').length
      ? null
      : 'The voyage is still left out';
  if (problem.field === 'Codes') return null;
  return comparableContent(after) === comparableContent(before) ? null : 'The document says something else';
}
