import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CollapsibleSection, Pagination, SkipLink } from '../index.ts';

test('a section collapses and expands from the keyboard and is named by its title', async () => {
  const user = userEvent.setup();
  const onOpenChange = jest.fn();
  render(
    <CollapsibleSection
      title="Ford Administration"
      meta="1974–1977"
      count={12}
      countLabel="voyages"
      onOpenChange={onOpenChange}
    >
      <p>An entry</p>
    </CollapsibleSection>,
  );
  expect(screen.getByRole('region', { name: 'Ford Administration' })).toBeInTheDocument();
  const head = screen.getByRole('button', { name: /Ford Administration.*12 voyages/ });
  expect(head).toHaveAttribute('aria-expanded', 'true');
  await user.tab();
  expect(head).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(head).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByText('An entry')).not.toBeVisible();
  await user.keyboard(' ');
  expect(screen.getByText('An entry')).toBeVisible();
  expect(onOpenChange.mock.calls).toEqual([[false], [true]]);
});

test('a collapsed section doesn’t render its content until opened', async () => {
  const user = userEvent.setup();
  render(
    <CollapsibleSection title="Crew" defaultOpen={false}>
      <p>An entry</p>
    </CollapsibleSection>,
  );
  expect(screen.queryByText('An entry')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Crew' }));
  expect(screen.getByText('An entry')).toBeVisible();
});

test('a controlled section follows its prop', async () => {
  const user = userEvent.setup();
  render(
    <CollapsibleSection title="Crew" open>
      <p>An entry</p>
    </CollapsibleSection>,
  );
  await user.click(screen.getByRole('button', { name: 'Crew' }));
  expect(screen.getByText('An entry')).toBeVisible();
});

const pages = (page: number, total: number, hasMore?: boolean) => (
  <Pagination page={page} pageSize={50} total={total} more={hasMore} hrefOf={(to) => `/voyages?page=${to}`} />
);

test.each([
  [1, 33, 'Showing 1 to 33 of 33 results'],
  [2, 1312, 'Showing 51 to 100 of 1,312 results'],
  [27, 1312, 'Showing 1,301 to 1,312 of 1,312 results'],
  [1, 1, 'Showing 1 to 1 of 1 result'],
  [1, 0, 'Showing 0 to 0 of 0 results'],
])('page %i of %i results says "%s"', (page, total, text) => {
  render(pages(page, total));
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('a total that was not fully counted is shown as "more than", and there is always a next page', () => {
  render(pages(20, 1000, true));
  expect(screen.getByText('Showing 951 to 1,000 of more than 1,000 results')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/voyages?page=21');
});

test('pages are links; the links before the first and after the last page are disabled', async () => {
  const user = userEvent.setup();
  const { rerender } = render(pages(2, 120));
  await user.tab();
  expect(screen.getByRole('link', { name: 'Previous page' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/voyages?page=3');
  rerender(pages(3, 120));
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  rerender(pages(1, 20));
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('the skip link moves focus to the content', async () => {
  const user = userEvent.setup();
  Element.prototype.scrollIntoView = () => undefined;
  render(
    <>
      <SkipLink />
      <main id="main">Content</main>
    </>,
  );
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});
