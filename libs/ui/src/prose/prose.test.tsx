import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Prose, hasMarkdown, plainText } from './prose.tsx';

test('plain text renders as paragraphs', () => {
  const { container } = render(<Prose>{'One: June 16, 1976, 7-9 aboard.\n\nTwo.'}</Prose>);
  expect([...container.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    'One: June 16, 1976, 7-9 aboard.',
    'Two.',
  ]);
});

test('Markdown is rendered once the parser has loaded; until then, the plain text is shown', async () => {
  const { container } = render(
    <Prose>{'The *Sequoia* lay off [Mount Vernon](https://example.org/a_(b)).\n\n- one\n- two'}</Prose>,
  );
  expect(container).toHaveTextContent('The Sequoia lay off Mount Vernon.');
  const link = await screen.findByRole('link', { name: 'Mount Vernon' });
  expect(link).toHaveAttribute('href', 'https://example.org/a_(b)');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(container.querySelector('em')).toHaveTextContent('Sequoia');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two']);
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox)',
  '[x](//example.org/)',
  '[x](/api/auth/logout)',
  '<javascript:alert(1)>',
  '[x][1]\n\n[1]: javascript:alert(1)',
])('%j is not a link', async (text) => {
  const { container } = render(<Prose>{`${text} **rendered**`}</Prose>);
  await screen.findByText('rendered', { selector: 'strong' });
  for (const link of container.querySelectorAll('a')) {
    expect(link.getAttribute('href')).toMatch(/^https?:/);
  }
  expect(container.querySelectorAll('a')).toHaveLength(0);
});

test.each([
  '<script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '<iframe src="/home"></iframe>',
  '<div style="position:fixed">x</div>',
  '![x](https://example.org/tracker.png)',
  '<svg><a href="javascript:alert(1)">x</a></svg>',
  '<style>body{display:none}</style>',
])('%j creates no element', async (text) => {
  const { container } = render(<Prose>{`Before **rendered**\n\n${text}\n\nAfter`}</Prose>);
  await screen.findByText('rendered', { selector: 'strong' });
  expect(container.querySelectorAll('script, img, iframe, p div, svg, style, a, [style], [onerror]')).toHaveLength(0);
  expect(container).toHaveTextContent('After');
});

test('headings start at h3', async () => {
  render(<Prose>{'# One\n\n## Two\n\n#### Four'}</Prose>);
  const levels = (await screen.findAllByRole('heading')).map((heading) => heading.tagName);
  expect(levels).toEqual(['H3', 'H3', 'H4']);
});

describe('plainText', () => {
  test.each([
    ['**bold** and *italic*', 'bold and italic'],
    ['[title](https://example.org/a_(b) "t"), p. 15', 'title, p. 15'],
    ['## Heading', 'Heading'],
    ['5 * 3 * 2', '5 * 3 * 2'],
    ['a\\*b', 'a*b'],
  ])('of %j is %j', (markdown, text) => expect(plainText(markdown)).toBe(text));
});

describe('hasMarkdown', () => {
  test.each(['*a*', '- a', '1. a', '# a', '> a', 'https://example.org', 'a  \nb', '`a`', 'a | b'])('%j does', (text) =>
    expect(hasMarkdown(text)).toBe(true),
  );

  test.each(['June 16, 1976', 'A 7-9 range; “quoted”, 3 # 4', 'Mr. and Mrs. Ford'])('%j does not', (text) =>
    expect(hasMarkdown(text)).toBe(false),
  );
});
