import { accessibilityProblems, aMediaItem, mockApi, page, problem, renderRoute } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { component as MediaPicker } from './features/picker/media-picker.tsx';

const api = mockApi();
const LIST = 'GET /api/media';
const slugs = ['one', 'two', 'three', 'four', 'five'];
const MEDIA = slugs.map((slug) =>
  aMediaItem({ media_slug: slug, title: `Print ${slug}`, description_markdown: `Of ${slug}.` }),
);
const onSelect = jest.fn<(media: unknown) => Promise<void>>();

function Page({ excluded = [] }: { excluded?: string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Attach
      </button>
      <MediaPicker open={open} excluded={excluded} onSelect={onSelect} onClose={() => setOpen(false)} />
    </>
  );
}

async function open(excluded?: string[]) {
  const view = await renderRoute([{ index: true, element: <Page excluded={excluded} /> }], '/');
  await view.user.click(screen.getByRole('button', { name: 'Attach' }));
  return view;
}
const print = (slug: string) => screen.findByRole('radio', { name: new RegExp(`^Print ${slug} `) });
const add = () => screen.getByRole('button', { name: 'Add to Voyage' });

beforeEach(() => {
  onSelect.mockClear();
  api.respond(LIST, page(MEDIA));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the media picker', () => {
  test('requests 100 media, hides excluded ones, and shows the selected one', async () => {
    const { user } = await open(['two']);
    expect(screen.getByRole('dialog', { name: 'Select Media from Explorer' })).toBeInTheDocument();
    await print('one');
    expect(screen.queryByRole('radio', { name: /Print two/ })).toBeNull();
    expect(Object.fromEntries(api.requests(LIST)[0]?.query ?? [])).toEqual({ limit: '100' });
    expect(add()).toBeDisabled();
    await user.click(await print('three'));
    expect(within(screen.getByRole('region', { name: 'Selected media' })).getByText('Of three.')).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  test('passes on the selected media, closes, and resets', async () => {
    const { user } = await open();
    await user.click(await print('one'));
    await user.type(screen.getByPlaceholderText('Search by title or description...'), 'x');
    await user.click(add());
    expect(onSelect).toHaveBeenCalledWith(MEDIA[0]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Attach' }));
    expect(screen.getByPlaceholderText('Search by title or description...')).toHaveValue('');
    expect(await print('one')).not.toBeChecked();
    expect(add()).toBeDisabled();
  });

  test('keeps the selection when it could not be added, and closes when the next attempt succeeds', async () => {
    const { user } = await open();
    onSelect.mockRejectedValueOnce(new Error('The database is unavailable.'));
    await user.click(await print('two'));
    await user.click(add());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '“Print two” was not added. The database is unavailable.',
    );
    expect(await print('two')).toBeChecked();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onSelect).toHaveBeenCalledTimes(2);
  });

  test('searches by text and type, and reports no matches', async () => {
    const { user } = await open();
    await print('one');
    api.respond(LIST, page([]));
    await user.type(screen.getByPlaceholderText('Search by title or description...'), 'menu');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'PDFs');
    expect(await screen.findByText('No media found')).toBeInTheDocument();
    await waitFor(() =>
      expect(Object.fromEntries(api.requests(LIST).at(-1)?.query ?? [])).toEqual({
        q: 'menu',
        media_type: 'pdf',
        limit: '100',
      }),
    );
    api.respond(LIST, page(MEDIA));
    await user.click(screen.getByRole('button', { name: 'Show all media' }));
    await print('one');
  });

  test('supports arrow keys in rows and columns', async () => {
    const { user } = await open();
    const first = await print('one');
    // Two columns.
    jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function offsetTop(this: HTMLElement) {
      return Math.floor([...(this.parentElement?.children ?? [])].indexOf(this) / 2) * 100;
    });
    await user.click(first);
    await user.keyboard('{ArrowDown}');
    expect(await print('three')).toBeChecked();
    expect(await print('three')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(await print('four')).toBeChecked();
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(await print('two')).toBeChecked();
  });

  test('shows a server error and retries', async () => {
    api.respond(LIST, new Response('', { status: 502 }));
    const { user } = await open();
    expect(await screen.findByText('Error searching media: Failed to search media')).toBeInTheDocument();
    api.respond(LIST, problem(503, 'The database is unavailable.'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Error searching media: The database is unavailable.')).toBeInTheDocument();
    api.respond(LIST, page(MEDIA));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await print('one');
  });

  test('reports more results than it shows', async () => {
    api.respond(LIST, page(MEDIA, 4321));
    await open();
    expect(await screen.findByText('Showing the newest 100 of 4,321. Search to find others.')).toBeInTheDocument();
  });

  test('can be canceled', async () => {
    const { user } = await open();
    await user.click(await print('one'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onSelect).not.toHaveBeenCalled();
  });
});

describe('the media picker for more than one item', () => {
  const onSelectMany = jest.fn<(media: unknown[]) => Promise<void>>();
  const check = (slug: string) => screen.findByRole('checkbox', { name: new RegExp(`^Print ${slug} `) });
  const openMany = async () => {
    onSelectMany.mockReset();
    return renderRoute(
      [
        {
          index: true,
          element: <MediaPicker open action="Add" {...{ onSelect, onSelectMany }} onClose={() => undefined} />,
        },
      ],
      '/',
    );
  };
  const status = () => screen.getByText(/selected$/);

  test('keeps the selection across searches, and passes the items in the order of selection', async () => {
    const { user } = await openMany();
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.click(await check('three'));
    await user.click(await check('one'));
    expect(within(screen.getByRole('region', { name: 'Selected media' })).getByText('Of one.')).toBeInTheDocument();
    api.respond(LIST, page(MEDIA.slice(3)));
    await user.type(screen.getByPlaceholderText('Search by title or description...'), 'f');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Print one / })).toBeNull());
    await user.click(await check('five'));
    await user.click(await check('four'));
    await user.click(await check('five'));
    expect(status()).toHaveTextContent('3 selected');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    onSelectMany.mockRejectedValueOnce(new Error('The database is unavailable.'));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('3 items were not added. The database is unavailable.');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(onSelectMany).toHaveBeenLastCalledWith([MEDIA[2], MEDIA[0], MEDIA[3]]);
    expect(onSelect).not.toHaveBeenCalled();
  });

  test('selects all shown items, and deselects all', async () => {
    const { user } = await openMany();
    await user.click(await check('two'));
    await user.click(screen.getByRole('button', { name: 'Select all shown' }));
    expect(status()).toHaveTextContent('5 selected');
    expect(screen.getByRole('button', { name: 'Select all shown' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(status()).toHaveTextContent('0 selected');
    expect(await check('two')).not.toBeChecked();
  });

  test('moves with the arrow keys without selecting', async () => {
    const { user } = await openMany();
    (await check('one')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(await check('two')).toHaveFocus();
    expect(await check('two')).not.toBeChecked();
    await user.keyboard(' ');
    expect(await check('two')).toBeChecked();
  });
});
