import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { InlineMarkdown } from './sources.tsx';

/** The rendered HTML without classes and the attributes of safe links. */
const renderedHtml = (text: string) =>
  render(<InlineMarkdown>{text}</InlineMarkdown>).container.innerHTML.replace(/ (class|target|rel)="[^"]*"/g, '');

test.each([
  ['*The Winning Weapon*, Gregg Herken', '<em>The Winning Weapon</em>, Gregg Herken'],
  ['**Log**, _Sequoia_', '<strong>Log</strong>, <em>Sequoia</em>'],
  ['snake_case_name and 2 * 3 = 6', 'snake_case_name and 2 * 3 = 6'],
  [
    '[Sir *Charles* Daniel](https://en.wikipedia.org/wiki/Charles_Daniel_(Royal_Navy_officer)), p. 3',
    '<a href="https://en.wikipedia.org/wiki/Charles_Daniel_(Royal_Navy_officer)">Sir <em>Charles</em> Daniel</a>, p. 3',
  ],
  ['[press](javascript:alert(1))', 'press'],
  ['<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
])('%j', (text, html) => {
  expect(renderedHtml(text)).toBe(html);
});
