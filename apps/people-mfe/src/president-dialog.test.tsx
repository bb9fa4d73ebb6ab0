import type { President } from '@archive/contracts';
import {
  accessibilityProblems,
  aPersonMatch,
  aPresident,
  mockApi,
  pendingForever,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster } from '@archive/ui';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { component as PresidentDialog } from './president-dialog.tsx';

const api = mockApi();
const CREATE = 'POST /api/curator/presidents';
const CANDIDATES = 'GET /api/curator/people/candidates';

beforeEach(() => {
  api.respond(CANDIDATES, ({ query }) => ({
    title: null,
    full_name: query.get('full_name') ?? '',
    role: null,
    people: [],
  }));
  api.respond('GET /api/curator/people/filing-name', { filing_proposal: 'Nimitz, Chester W.' });
});

function Page({ onCreated }: { onCreated: (president: President) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        + New President/Owner
      </button>
      <PresidentDialog open={open} onClose={() => setOpen(false)} onCreated={onCreated} />
      <Toaster />
    </>
  );
}

async function openDialog() {
  const onCreated = jest.fn();
  const { user } = await renderRoute([{ index: true, element: <Page onCreated={onCreated} /> }], '/');
  const opener = screen.getByRole('button', { name: '+ New President/Owner' });
  await user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'New President/Owner' });
  const save = () => within(dialog).getByRole('button', { name: 'Create President/Owner' });
  return { user, onCreated, dialog, save, opener };
}

const input = (name: RegExp | string) => screen.getByRole('textbox', { name });

describe('creating a president or owner', () => {
  test('shows possible matches before creating a record', async () => {
    const forbes = aPersonMatch({ full_name: 'Malcolm S. Forbes', match: 'alias' });
    api.respond(CANDIDATES, { title: null, full_name: 'Malcolm Forbes', role: null, people: [forbes] });
    api.respond(CREATE, aPresident({ full_name: 'Malcolm Forbes' }));
    const { user, save } = await openDialog();
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    await user.type(input(/Term Start/), '1977');
    await user.click(save());
    expect(await screen.findByRole('link', { name: 'Malcolm S. Forbes' })).toBeInTheDocument();
    expect(api.requests(CREATE)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Create Anyway' }));
    await waitFor(() => expect(api.requests(CREATE)).toHaveLength(1));
  });

  test('moves letters after the name into the role, before what it has', async () => {
    const reading = { title: null, full_name: 'Ann Ray', role: 'M.D., USN', people: [] };
    api.respond(CANDIDATES, ({ query }) =>
      query.get('full_name') === 'Ann Ray' ? { ...reading, role: null } : reading,
    );
    api.respond(CREATE, aPresident({ full_name: 'Ann Ray' }));
    const { user, save } = await openDialog();
    await user.type(input(/Full Name/), 'Ann Ray, M.D., USN');
    await user.type(input(/Term Start/), '1977');
    await user.type(input('Role/Title'), 'Surgeon');
    await user.click(save());
    await waitFor(() => expect(input('Role/Title')).toHaveValue('M.D., USN, Surgeon'));
    expect(input(/Full Name/)).toHaveValue('Ann Ray');
    expect(api.requests(CREATE)).toHaveLength(0);
    await user.click(save());
    await waitFor(() => expect(api.requests(CREATE)).toHaveLength(1));
    expect(api.requests(CREATE)[0]?.body).toMatchObject({ full_name: 'Ann Ray', role_title: 'M.D., USN, Surgeon' });
  });

  test('requires a name and a term start', async () => {
    const { user, dialog, save } = await openDialog();
    expect(input(/Full Name/)).toHaveFocus();
    expect(save()).toBeDisabled();
    await user.type(input(/Full Name/), '   ');
    await user.type(input(/Term Start/), '{Enter}');
    expect(within(dialog).getByText('Please enter a full name')).toBeInTheDocument();
    expect(within(dialog).getByText('Please enter the start date of presidency/ownership')).toBeInTheDocument();
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    expect(save()).toBeDisabled();
    await user.type(input(/Term Start/), '1977');
    expect(save()).toBeEnabled();
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  test('sends years as numbers and blanks as null, and confirms', async () => {
    api.respond(CREATE, aPresident({ full_name: 'Malcolm Forbes' }));
    const { user, save, onCreated, opener } = await openDialog();
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    await user.type(screen.getByRole('combobox', { name: 'Political Party or Owner Type' }), 'Private Owner');
    await user.type(input(/Term Start/), '19770518');
    expect(input(/Term Start/)).toHaveValue('1977-05-18');
    await user.type(input('Birth Year'), '1919x');
    await user.type(input('Tags'), 'owners, press');
    await user.click(save());
    expect(await screen.findByText('President/Owner Malcolm Forbes created successfully!')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onCreated).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(opener).toHaveFocus());
    const [request] = api.requests(CREATE);
    expect(request?.body).toEqual({
      president_slug: 'auto',
      full_name: 'Malcolm Forbes',
      filed_under: null,
      role_title: null,
      party: 'Private Owner',
      term_start: '1977-05-18',
      term_end: null,
      birth_year: 1919,
      death_year: null,
      organization: null,
      wikipedia_url: null,
      notes_internal: null,
      tags: 'owners, press',
    });
    expect(request?.headers.get('idempotency-key')).toMatch(/^\w{32}$/);
  });

  test('passes on the entered record without saving it, if the page saves it', async () => {
    const onEntered = jest.fn();
    const { user } = await renderRoute(
      [{ index: true, element: <PresidentDialog open onClose={() => undefined} onEntered={onEntered} /> }],
      '/',
    );
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    await user.type(input(/Term Start/), '1977');
    await user.click(screen.getByRole('button', { name: 'Add President/Owner' }));
    expect(onEntered).toHaveBeenCalledWith(
      expect.objectContaining({ full_name: 'Malcolm Forbes', term_start: '1977' }),
    );
    expect(api.requests(CREATE)).toHaveLength(0);
  });

  test('shows a failure, keeps the typed values, and retries with the same idempotency key', async () => {
    api.respond(CREATE, problem(503, 'The database is unavailable.'));
    const { user, dialog, save } = await openDialog();
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    await user.type(input(/Term Start/), '1977');
    await user.click(save());
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('Failed to create president/owner: The database is unavailable.');
    expect(input(/Full Name/)).toHaveValue('Malcolm Forbes');
    await user.click(save());
    await waitFor(() => expect(api.requests(CREATE)).toHaveLength(2));
    const keys = api.requests(CREATE).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  test('shows a server error beside its field until the field changes', async () => {
    const errors = [{ path: 'wikipedia_url', message: 'This page is not known.' }];
    api.respond(CREATE, problem(422, 'A field was refused.', { errors }));
    const { user, save } = await openDialog();
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    await user.type(input(/Term Start/), '1977');
    await user.click(save());
    const address = await screen.findByRole('textbox', { name: 'Wikipedia URL', description: /not known/ });
    await user.type(address, 'https://en.wikipedia.org/wiki/Malcolm_Forbes');
    expect(screen.queryByText('This page is not known.')).toBeNull();
  });

  test.each([
    ['Birth Year', '1599', 'Enter a year between 1600 and 2100.'],
    ['Death Year', '2101', 'Enter a year between 1600 and 2100.'],
    ['Wikipedia URL', 'wikipedia', 'Enter a full web address (https://…)'],
    ['Term End', '19460230', 'Enter a valid date, such as June 5, 1941, June 1941, or 1941.'],
  ])('rejects a %s of %s', async (name, value, message) => {
    const { user, save } = await openDialog();
    await user.type(input(/Full Name/), 'Malcolm Forbes');
    await user.type(input(/Term Start/), '1940');
    await user.type(input(name), value);
    await user.tab();
    expect(screen.getByText(message)).toBeInTheDocument();
    await user.click(save());
    await waitFor(() => expect(input(name)).toHaveFocus());
    expect(api.requests(CREATE)).toHaveLength(0);
  });

  test('rejects a term end before its start and a death before birth', async () => {
    const { user } = await openDialog();
    await user.type(input(/Term Start/), '1950');
    await user.type(input(/Term End/), '1949');
    await user.type(input('Birth Year'), '1900');
    await user.type(input('Death Year'), '1899');
    await user.tab();
    expect(screen.getByText('Term end can’t be before term start.')).toBeInTheDocument();
    expect(screen.getByText('Death year can’t be before birth year.')).toBeInTheDocument();
  });

  test('keeps the caret when editing in the middle of a date', async () => {
    const { user } = await openDialog();
    const start = input(/Term Start/);
    await user.type(start, '1977-05-18');
    await user.type(start, '{Backspace}', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    expect(start).toHaveValue('1970-51-8');
    expect(start).toHaveProperty('selectionStart', 3);
    await user.keyboard('7');
    expect(start).toHaveValue('1977-05-18');
  });

  test('asks before closing with unsaved changes', async () => {
    api.respond(CREATE, pendingForever());
    const { user } = await openDialog();
    await user.type(input(/Full Name/), 'Malcolm');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(input(/Full Name/)).toHaveValue('Malcolm');
    await user.keyboard('{Escape}');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
