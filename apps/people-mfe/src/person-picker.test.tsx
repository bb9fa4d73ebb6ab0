import type { PersonPickerProps } from '@archive/shell-api';
import { accessibilityProblems, mockApi, renderRoute } from '@archive/testing';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { component as PersonPicker } from './person-picker.tsx';

const api = mockApi();
const onPick = jest.fn();
const onEnter = jest.fn();
const show = (props: Partial<PersonPickerProps> = {}) =>
  renderRoute([{ index: true, element: <PersonPicker label="Add a person" onPick={onPick} {...props} /> }], '/');
const box = () => screen.getByRole('combobox', { name: 'Add a person' });

beforeEach(() => {
  onPick.mockClear();
  onEnter.mockClear();
  api.respond('GET /api/curator/people/search', [
    { person_slug: 'leahy-william-d', full_name: 'William D. Leahy', role_title: 'Fleet Admiral' },
    { person_slug: 'leahy-ann', full_name: 'Ann Leahy', role_title: null },
  ]);
});

describe('the person picker', () => {
  test('finds people by name, with the keyboard alone', async () => {
    const { user, container } = await show();
    await user.type(box(), 'Leahy');
    expect(await screen.findByRole('option', { name: /William D. Leahy/ })).toHaveAttribute('aria-selected', 'true');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(box()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /Ann Leahy/ }).id);
    await user.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith({ person_slug: 'leahy-ann', full_name: 'Ann Leahy', role_title: null });
    expect(box()).toHaveValue('');
  });

  test('hands over a new person unsaved; a crew role belongs to the voyage, a title to the person', async () => {
    const { user } = await show({ onEnter });
    await user.type(box(), 'Jane Doe');
    await user.click(await screen.findByRole('option', { name: 'Add “Jane Doe” as a new person' }));
    const creating = within(screen.getByRole('group', { name: 'New person' }));
    expect(creating.getByRole('textbox', { name: /Full Name/ })).toHaveFocus();
    await user.click(creating.getByRole('checkbox', { name: 'Is Crew' }));
    await user.type(creating.getByRole('textbox', { name: 'Crew Role' }), 'Steward{Enter}');
    expect(onEnter).toHaveBeenCalledWith({
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

  test('requires a name for a new person', async () => {
    const { user } = await show({ onEnter });
    await user.type(box(), 'Jane');
    await user.click(await screen.findByRole('option', { name: /as a new person/ }));
    await user.clear(screen.getByRole('textbox', { name: /Full Name/ }));
    expect(screen.getByRole('button', { name: 'Add person' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(box()).toBeInTheDocument();
  });

  test('without onEnter offers existing people only, without excluded ones', async () => {
    const { user } = await show({ excluded: ['leahy-william-d'] });
    await user.type(box(), 'Leahy');
    expect(await screen.findByRole('option', { name: 'Ann Leahy' })).toBeInTheDocument();
    expect(screen.getAllByRole('option')).toHaveLength(1);
    api.respond('GET /api/curator/people/search', []);
    await user.type(box(), 'x');
    expect(await screen.findByText('No one named “Leahyx” found.')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
  });
});
