import type { PersonPickerProps } from '@archive/shell-api';
import { accessibilityProblems, aPersonMatch, mockApi, problem, renderRoute } from '@archive/testing';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { component as PersonPicker } from './person-picker.tsx';

const api = mockApi();
const onPick = jest.fn();
const onNewPerson = jest.fn();
const show = (props: Partial<PersonPickerProps> = {}) =>
  renderRoute([{ index: true, element: <PersonPicker label="Add a person" onPick={onPick} {...props} /> }], '/');
const box = () => screen.getByRole('combobox', { name: 'Add a person' });

beforeEach(() => {
  onPick.mockClear();
  onNewPerson.mockClear();
  api.respond('GET /api/curator/people/search', [
    aPersonMatch({ person_slug: 'leahy-william-d', full_name: 'William D. Leahy', voyage_count: 7 }),
    aPersonMatch({
      person_slug: 'leahy-ann',
      full_name: 'Ann Leahy',
      role_title: null,
      capacity_role: null,
      birth_year: null,
    }),
  ]);
  api.respond('GET /api/curator/people/candidates', ({ query }) => ({
    title: null,
    role: null,
    full_name: query.get('full_name') ?? '',
    people: [],
  }));
});

describe('the person picker', () => {
  test('finds people by name, with the keyboard alone', async () => {
    const { user, container } = await show();
    await user.type(box(), 'Leahy');
    const first = await screen.findByRole('option', { name: /William D. Leahy/ });
    expect(first).toHaveAttribute('aria-selected', 'true');
    expect(first).toHaveTextContent('Fleet Admiral · 1885–1966 · 7 voyages');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(box()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /Ann Leahy/ }).id);
    await user.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith({
      person_slug: 'leahy-ann',
      full_name: 'Ann Leahy',
      role_title: null,
      portrait_url: null,
      title: null,
      capacity_role: null,
      is_crew: false,
    });
    expect(box()).toHaveValue('');
  });

  test('picks the first result when Enter was pressed before the results arrived', async () => {
    const { user } = await show();
    await user.type(box(), 'Leahy{Enter}');
    await waitFor(() => expect(box()).toHaveValue(''));
    expect(onPick.mock.calls).toEqual([[expect.objectContaining({ person_slug: 'leahy-william-d' })]]);
  });

  test('ignores an early Enter if typing continues before the results arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.respond('GET /api/curator/people/search', async () => {
      await promise;
      return Response.json([aPersonMatch({ full_name: 'William D. Leahy' })]);
    });
    const { user } = await show();
    await user.type(box(), 'Lea{Enter}hy');
    resolve();
    expect(await screen.findByRole('option', { name: /William D. Leahy/ })).toBeVisible();
    expect(box()).toHaveValue('Leahy');
    expect(onPick).not.toHaveBeenCalled();
  });

  test('passes a new person to onEnter without saving; the crew role goes on the passenger entry', async () => {
    const { user } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'Jane Doe');
    await user.click(await screen.findByRole('option', { name: 'Add “Jane Doe” as a new person' }));
    const creating = within(screen.getByRole('group', { name: 'New person' }));
    expect(creating.getByRole('textbox', { name: /Full Name/ })).toHaveFocus();
    await user.click(creating.getByRole('checkbox', { name: 'Is Crew' }));
    await user.type(creating.getByRole('textbox', { name: 'Crew role' }), 'Steward{Enter}');
    await waitFor(() => expect(onNewPerson).toHaveBeenCalledTimes(1));
    expect(onNewPerson).toHaveBeenCalledWith({
      person: {
        full_name: 'Jane Doe',
        role_title: null,
        organization: null,
        birth_year: null,
        death_year: null,
        wikipedia_url: null,
        notes_internal: null,
        tags: null,
      },
      title: null,
      capacity_role: 'Steward',
      is_crew: true,
    });
    expect(box()).toHaveValue('');
    expect(api.requests('POST /api/curator/people')).toHaveLength(0);
  });

  test('ignores Enter and Escape during IME composition', async () => {
    const { user } = await show({ onEnter: onNewPerson });
    await user.type(box(), '田中');
    const addNew = await screen.findByRole('option', { name: /as a new person/ });
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    expect(box()).toHaveValue('田中');
    expect(onPick).not.toHaveBeenCalled();
    await user.click(addNew);
    const name = within(await screen.findByRole('group', { name: 'New person' })).getByRole('textbox', {
      name: /Full Name/,
    });
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(name, { key, isComposing: true });
    expect(name).toHaveValue('田中');
    expect(onNewPerson).not.toHaveBeenCalled();
    await user.type(name, '{Enter}');
    await waitFor(() => expect(onNewPerson).toHaveBeenCalledTimes(1));
  });

  test('splits a typed rank or honorific from the name, and shows both before adding the person', async () => {
    api.respond('GET /api/curator/people/candidates', {
      title: 'Adm.',
      full_name: 'James H. Foskett',
      role: 'USN',
      people: [],
    });
    const { user } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'Adm. Foskett, James H., USN');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Full Name/ })).toHaveValue('James H. Foskett'));
    expect(screen.getByRole('textbox', { name: 'Rank or honorific' })).toHaveValue('Adm.');
    expect(screen.getByRole('textbox', { name: /^Role/ })).toHaveValue('USN');
    expect(screen.getByText('Changed from “Adm. Foskett, James H., USN”. Check that it’s right.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add person' }));
    await waitFor(() => expect(onNewPerson).toHaveBeenCalledTimes(1));
    expect(onNewPerson).toHaveBeenCalledWith(
      expect.objectContaining({
        title: 'Adm.',
        person: expect.objectContaining({ full_name: 'James H. Foskett', role_title: 'USN' }),
      }),
    );
  });

  test('reads a name that was typed into the form, and keeps the role that it has', async () => {
    api.respond('GET /api/curator/people/candidates', ({ query }) => {
      const typed = query.get('full_name') ?? '';
      const read = { title: 'Dr.', full_name: 'Ann Ray', role: 'M.D., USN', people: [] };
      return typed === 'Dr. Ann Ray, M.D., USN' ? read : { title: null, full_name: typed, role: null, people: [] };
    });
    const { user } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'Ann');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    const name = screen.getByRole('textbox', { name: /Full Name/ });
    await user.clear(name);
    await user.type(name, 'Dr. Ann Ray, M.D., USN');
    await user.type(screen.getByRole('textbox', { name: /^Role/ }), 'Surgeon');
    await user.click(screen.getByRole('button', { name: 'Add person' }));
    await waitFor(() => expect(name).toHaveValue('Ann Ray'));
    expect(screen.getByText('Changed from “Dr. Ann Ray, M.D., USN”. Check that it’s right.')).toBeInTheDocument();
    expect(onNewPerson).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Add person' }));
    await waitFor(() => expect(onNewPerson).toHaveBeenCalledTimes(1));
    expect(onNewPerson).toHaveBeenCalledWith(
      expect.objectContaining({
        title: 'Dr.',
        person: expect.objectContaining({ full_name: 'Ann Ray', role_title: 'M.D., USN, Surgeon' }),
      }),
    );
  });

  test('asks before adding more than one person as one, and adds them one by one', async () => {
    api.respond('GET /api/curator/people/candidates', ({ query }) => {
      const full_name = query.get('full_name') ?? '';
      const members = full_name === 'Mr. and Mrs. John Doe' ? ['John Doe', 'Mrs. John Doe'] : undefined;
      return { title: null, full_name, role: null, people: [], ...(members ? { members } : {}) };
    });
    const { user, container } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'Mr. and Mrs. John Doe');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    await user.type(screen.getByRole('textbox', { name: /Full Name/ }), '{Enter}');
    const split = await screen.findByRole('button', { name: 'Add John Doe and Mrs. John Doe' });
    await waitFor(() => expect(split).toHaveFocus());
    expect(onNewPerson).not.toHaveBeenCalled();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(split);
    for (const name of ['John Doe', 'Mrs. John Doe']) {
      await waitFor(() => expect(screen.getByRole('textbox', { name: /Full Name/ })).toHaveValue(name));
      await user.click(await screen.findByRole('button', { name: 'Add person' }));
    }
    await waitFor(() => expect(box()).toHaveFocus());
    for (const full_name of ['John Doe', 'Mrs. John Doe'])
      expect(onNewPerson).toHaveBeenCalledWith(
        expect.objectContaining({ person: expect.objectContaining({ full_name }) }),
      );
    expect(onNewPerson).toHaveBeenCalledTimes(2);
  });

  test('asks before adding someone who may already be in the archive', async () => {
    const forrestal = aPersonMatch({
      person_slug: 'forrestal-james',
      full_name: 'James Forrestal',
      role_title: 'Secretary of the Navy',
      birth_year: 1892,
      death_year: 1949,
      voyage_count: 3,
      match: 'same',
    });
    api.respond('GET /api/curator/people/candidates', {
      title: null,
      role: null,
      full_name: 'James Forrestal',
      people: [forrestal],
    });
    const { user, container } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'James Forrestal');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    await user.type(screen.getByRole('textbox', { name: 'Role/Title' }), 'Secretary of Defense{Enter}');
    const use = await screen.findByRole('button', { name: /^Use this person: James Forrestal/ });
    await waitFor(() => expect(use).toHaveFocus());
    expect(onNewPerson).not.toHaveBeenCalled();
    expect(screen.getByText('Same name · Secretary of the Navy · 1892–1949 · 3 voyages')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(use);
    expect(onPick).toHaveBeenCalledWith({
      person_slug: 'forrestal-james',
      full_name: 'James Forrestal',
      role_title: 'Secretary of the Navy',
      portrait_url: null,
      title: null,
      capacity_role: 'Secretary of Defense',
      is_crew: false,
    });
    await user.type(box(), 'James Forrestal');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    await user.click(await screen.findByRole('button', { name: 'Add anyway' }));
    expect(onNewPerson).toHaveBeenCalledTimes(1);
  });

  test('can add a person when the duplicate check is unavailable', async () => {
    api.respond('GET /api/curator/people/candidates', problem(503, 'The database is unavailable.'));
    const { user } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'Jane Doe');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    expect(await screen.findByText(/Can’t check whether this person is already in the archive/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add person' }));
    await waitFor(() => expect(onNewPerson).toHaveBeenCalledTimes(1));
  });

  test('requires a name for a new person', async () => {
    const { user } = await show({ onEnter: onNewPerson });
    await user.type(box(), 'Jane');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    await user.clear(screen.getByRole('textbox', { name: /Full Name/ }));
    expect(screen.getByRole('button', { name: 'Add person' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(box()).toBeInTheDocument();
  });

  test('without onEnter, offers only existing people who are not excluded', async () => {
    const { user } = await show({ excluded: ['leahy-william-d'] });
    await user.type(box(), 'Leahy');
    expect(await screen.findByRole('option', { name: /^Ann Leahy/ })).toBeInTheDocument();
    expect(screen.getAllByRole('option')).toHaveLength(1);
    api.respond('GET /api/curator/people/search', []);
    await user.type(box(), 'x');
    expect(await screen.findByText('No one named “Leahyx” found.')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
  });
});
