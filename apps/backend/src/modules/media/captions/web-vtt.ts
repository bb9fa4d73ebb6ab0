import { invalidFields } from '../../../common/index.ts';
// A CommonJS module, whose exports Node can't name.
import webVtt, { type TreeNode } from 'webvtt-parser';

/** Lines after the signature, and a plain `&` in the text: other programs write them, and browsers show such captions as meant. */
const TOLERATED = /^(?:No blank line after the signature|Incorrect escape)/;

/** Of WebVTT. The parser’s own lack the semicolon. */
const ENTITIES = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&lrm;': '\u200E',
  '&rlm;': '\u200F',
  '&nbsp;': '\u00A0',
};

export interface Cue {
  /** Seconds. */
  start: number;
  /** Without markup. */
  text: string;
}

/** The text of ruby annotations is left out: it repeats the text. */
function textOf(nodes: readonly TreeNode<'rt' | 'v' | 'lang' | 'c' | 'i' | 'b' | 'u' | 'ruby'>[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type === 'timestamp' || node.name === 'rt') return '';
      return textOf(node.children);
    })
    .join('');
}

const parse = (content: string) => new webVtt.WebVTTParser(ENTITIES).parse(content, 'captions');

/** The cues of captions that were checked. */
export const cuesOf = (content: string): Cue[] =>
  parse(content).cues.map(({ startTime, tree }) => ({ start: startTime, text: textOf(tree.children).trim() }));

/** @throws Problem 422 with the line of the first error */
export function requireCaptions(content: string): void {
  const { cues, errors } = parse(content);
  const [first] = errors.filter(({ message }) => !TOLERATED.test(message));
  const reason = (message: string) => invalidFields([{ path: 'content', message }]);
  if (first) throw reason(`This isn’t a valid WebVTT file. Line ${first.line}: ${first.message}`);
  if (cues.length === 0) throw reason('This file has no captions.');
}
