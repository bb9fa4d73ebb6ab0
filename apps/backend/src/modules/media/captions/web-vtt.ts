import { invalidFields } from '../../../common/index.ts';
// A CommonJS module: Node can't detect its named exports.
import webVtt, { type TreeNode } from 'webvtt-parser';

/** Errors to ignore: lines after the signature and a plain `&`. Other programs write them, and browsers display them correctly. */
const HARMLESS = /^(?:No blank line after the signature|Incorrect escape)/;

/** The entities of WebVTT. The parser’s own table lacks the semicolons. */
const ENTITIES = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&lrm;': '\u200E',
  '&rlm;': '\u200F',
  '&nbsp;': '\u00A0',
};

interface Cue {
  /** Seconds. */
  start: number;
  /** Without markup. */
  text: string;
}

/** Plain text without ruby annotations, which only give the pronunciation. */
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

/** The cues of valid captions. */
export const cuesOf = (content: string): Cue[] =>
  parse(content).cues.map(({ startTime, tree }) => ({ start: startTime, text: textOf(tree.children).trim() }));

/** @throws Problem 422 with the line of the first error */
export function requireCaptions(content: string): void {
  const { cues, errors } = parse(content);
  const [first] = errors.filter(({ message }) => !HARMLESS.test(message));
  const invalid = (message: string) => invalidFields([{ path: 'content', message }]);
  if (first) throw invalid(`This isn’t a valid WebVTT file. Line ${first.line}: ${first.message}`);
  if (cues.length === 0) throw invalid('This file has no captions.');
}
