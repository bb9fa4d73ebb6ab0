import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Thumbnail } from '../index.ts';
import type { MediaKind } from '../index.ts';

test.each<[MediaKind, string]>([
  ['image', 'Image'],
  ['pdf', 'PDF'],
  ['video', 'Video'],
  ['audio', 'Audio'],
  ['document', 'Document'],
  ['other', 'File'],
])('a broken thumbnail of a %s shows its type', (kind, name) => {
  render(<Thumbnail src="/missing.webp" alt="The saloon" kind={kind} />);
  fireEvent.error(screen.getByRole('img', { name: 'The saloon' }));
  const placeholder = screen.getByRole('img', { name: `${name}: The saloon` });
  expect(placeholder.querySelector('[data-name]')).toHaveAttribute('data-name', name);
});

test('a new URL is tried after a broken one', () => {
  const { rerender } = render(<Thumbnail src="/missing.webp" alt="The saloon" />);
  fireEvent.error(screen.getByRole('img'));
  rerender(<Thumbnail src="/found.webp" alt="The saloon" />);
  expect(screen.getByRole('img', { name: 'The saloon' })).toHaveAttribute('src', '/found.webp');
});

test('without a URL it shows a placeholder, hidden from screen readers when captioned', () => {
  const { container } = render(<Thumbnail src={null} alt="" kind="pdf" />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(container.querySelector('[data-kind=pdf]')).toHaveAttribute('aria-hidden', 'true');
});
