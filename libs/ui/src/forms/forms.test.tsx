import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, PasswordField, SearchField, Switch, TextArea, TextField } from '../index.ts';

test('a busy button keeps focus, is aria-busy and does not submit', async () => {
  const user = userEvent.setup();
  const submitted = jest.fn();
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <TextField label="Name" />
      <Button type="submit" busy={busy} busyText="Saving...">
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(submitted).toHaveBeenCalledTimes(1);
  rerender(form(true));
  const busy = screen.getByRole('button', { name: 'Saving...' });
  expect(busy).toHaveFocus();
  expect(busy).toHaveAttribute('aria-busy', 'true');
  await user.click(busy);
  await user.type(screen.getByLabelText('Name'), 'a{Enter}');
  expect(submitted).toHaveBeenCalledTimes(1);
});

test('a field is linked to its label, error and help', () => {
  render(<TextField label="Start date" required error="There is no month 13." help="YYYY-MM-DD" />);
  const field = screen.getByRole('textbox', { name: /Start date/ });
  expect(field).toBeInvalid();
  expect(field).toBeRequired();
  expect(field).toHaveAccessibleDescription('There is no month 13. YYYY-MM-DD');
});

function Search({ onClear }: { onClear: () => void }) {
  const [value, setValue] = useState('Trudau');
  return <SearchField label="Search" value={value} onValueChange={setValue} onClear={onClear} />;
}

test.each(['cross', 'Escape'])('the %s clears a search and keeps focus', async (way) => {
  const user = userEvent.setup();
  const cleared = jest.fn();
  render(<Search onClear={cleared} />);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  if (way === 'cross') await user.click(screen.getByRole('button', { name: 'Clear search' }));
  else await user.type(box, '{Escape}');
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
  expect(cleared).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

test('Escape keeps a search during IME composition', () => {
  const cleared = jest.fn();
  render(<Search onClear={cleared} />);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  expect(box).toHaveValue('Trudau');
  expect(cleared).not.toHaveBeenCalled();
});

test('a button shows and hides the password', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" />);
  const field = screen.getByLabelText('Password');
  const eye = screen.getByRole('button', { name: 'Show password' });
  expect(field).toHaveAttribute('type', 'password');
  await user.click(eye);
  expect(field).toHaveAttribute('type', 'text');
  expect(eye).toHaveAttribute('aria-pressed', 'true');
});

test('a switch has the switch role and toggles with the space bar', async () => {
  const user = userEvent.setup();
  render(<Switch label="Edit mode" />);
  const edit = screen.getByRole('switch', { name: 'Edit mode' });
  await user.tab();
  await user.keyboard(' ');
  expect(edit).toBeChecked();
});

test('a text area shows a changed value, and typing does not change its default value', async () => {
  const user = userEvent.setup();
  function Notes() {
    const [text, setText] = useState('Rain after nine.');
    return (
      <>
        <TextArea label="Notes" value={text} onChange={({ target }) => setText(target.value)} />
        <Button onClick={() => setText('')}>Clear</Button>
      </>
    );
  }
  render(<Notes />);
  const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  expect(notes).toHaveValue('Rain after nine.');
  await user.type(notes, ' Fog.');
  expect(notes).toHaveValue('Rain after nine. Fog.');
  // Browsers recompute styles for a new default value, which delays the response to the key.
  expect(notes.defaultValue).toBe('');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(notes).toHaveValue('');
});

test('a text area without a value starts with its default value', () => {
  render(<TextArea label="Notes" defaultValue="Dinner on deck." />);
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Dinner on deck.');
});
