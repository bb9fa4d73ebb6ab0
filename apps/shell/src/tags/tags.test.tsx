import { accessibilityProblems, aSearchHit, aSearchOverview, mockApi, page, problem } from '@archive/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const main = () => within(screen.getByRole('main'));

const MENU = { tag: 'Menu', media_count: 3, people_count: 1 };
const MENUS = { tag: 'menus', media_count: 1, people_count: 0 };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signedIn(api);
  api.respond('GET /api/tags', [{ tag: 'deck', media_count: 2, people_count: 0 }, MENU, MENUS]);
});

test('lists tags with counts, and links to the records that have them', async () => {
  const { container, user } = await renderApp('/tags');
  const list = within(await main().findByRole('list', { name: 'Tags' }));
  expect(list.getByRole('link', { name: 'Menu' })).toHaveAttribute('href', '/search?tag=Menu');
  expect(list.getByText('3 media items · 1 person')).toBeVisible();
  expect(main().queryByRole('checkbox')).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.type(main().getByRole('searchbox', { name: 'Search tags' }), 'MÉN');
  expect(list.getAllByRole('listitem')).toHaveLength(2);
});

test('merges tags in Edit Mode, with Undo', async () => {
  sessionStorage.setItem('edit-mode', '1');
  const changed = [{ kind: 'media' as const, slug: 'card', revision: 2 }];
  api.respond('POST /api/curator/tags/rename', { changed });
  api.respond('POST /api/curator/tags/undo', { restored: 1, left: 0 });
  const { user } = await renderApp('/tags');
  await user.click(await main().findByRole('checkbox', { name: 'Select menus' }));
  expect(main().getByRole('button', { name: 'Rename' })).toBeVisible();
  await user.click(main().getByRole('checkbox', { name: 'Select Menu' }));
  await user.click(main().getByRole('button', { name: 'Merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge 2 tags' }));
  const field = dialog.getByRole('textbox', { name: 'Tag' });
  expect(field).toHaveValue('Menu');
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(dialog.getByText('Enter a tag.')).toBeVisible();
  await user.type(field, 'Menus');
  await act(() => user.click(dialog.getByRole('button', { name: 'Merge' })));
  expect(api.requests('POST /api/curator/tags/rename')[0]!.body).toEqual({ tags: ['Menu', 'menus'], to: 'Menus' });
  expect(await screen.findByText('Tag updated on 1 record')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Tags restored on 1 record')).toBeVisible();
  expect(api.requests('POST /api/curator/tags/undo')[0]!.body).toEqual({ changed });
});

test('keeps the dialog open when the server rejects the change', async () => {
  sessionStorage.setItem('edit-mode', '1');
  api.respond('POST /api/curator/tags/rename', problem(404, 'No record has this tag.'));
  const { user } = await renderApp('/tags');
  await user.click(await main().findByRole('checkbox', { name: 'Select menus' }));
  await user.click(main().getByRole('button', { name: 'Rename' }));
  await user.type(screen.getByRole('textbox', { name: 'Tag' }), ' of dinners');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText('No record has this tag.')).toBeVisible();
});

test('the page of a tag lists all records with that tag', async () => {
  api.respond('GET /api/search', page([aSearchHit()]));
  api.respond('GET /api/search/overview', aSearchOverview());
  await renderApp('/search?tag=Menu');
  expect(await main().findByRole('heading', { level: 1, name: 'Tag: Menu' })).toBeVisible();
  expect(await main().findByRole('list', { name: 'Results' })).toBeVisible();
  expect(main().getByRole('link', { name: 'All tags' })).toHaveAttribute('href', '/tags');
  expect(Object.fromEntries(api.requests('GET /api/search').at(-1)!.query)).toMatchObject({ tag: 'Menu' });
  expect(api.requests('GET /api/search').at(-1)!.query.has('q')).toBe(false);
});
