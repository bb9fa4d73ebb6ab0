import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Breadcrumbs, Card, LinkProvider, TextLink } from '../index.ts';
import type { AnchorProps } from '../index.ts';

const Routed = ({ href, ...rest }: AnchorProps) => <a href={href} data-routed {...rest} />;

test('internal links use the router, external links open a new tab', () => {
  render(
    <LinkProvider component={Routed}>
      <TextLink href="/voyages">Inside</TextLink>
      <TextLink href="https://example.org/">Outside</TextLink>
      <Card title="Card" href="/people" />
      <Breadcrumbs items={[{ label: 'Top', href: '/media-explorer' }, { label: 'Here' }]} />
    </LinkProvider>,
  );
  for (const name of ['Inside', 'Card', 'Top']) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('data-routed');
  }
  const outside = screen.getByRole('link', { name: 'Outside' });
  expect(outside).not.toHaveAttribute('data-routed');
  expect(outside).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the last breadcrumb is the current page and not a link', () => {
  render(
    <Breadcrumbs
      items={[
        { label: 'Top', href: '/' },
        { label: 'Here', href: '/here' },
      ]}
    />,
  );
  expect(screen.getByText('Here')).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('link', { name: 'Here' })).toBeNull();
});
