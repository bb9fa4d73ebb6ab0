import { ApiError, messageOf, type Tagged } from '@archive/api-client';
import { accessibilityProblems, renderRoute } from '@archive/testing';
import { TextField } from '@archive/ui';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FieldGroup, FormDialog } from './form-dialog.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { NewerVersion } from './newer-version.tsx';
import { draftFrom } from './record-texts.ts';
import { useRecordDraft } from './use-record-draft.ts';

interface Ship {
  name: string;
  port: string;
}

const BLANK = { name: '', port: '' };
const LABELS = { name: 'Name', port: 'Port' };
const OPENED: Tagged<Ship> = { value: { name: 'Sequoia', port: 'Norfolk' }, etag: '"1"' };

const refusal = (status: number, errors: { path: string; message: string }[] = []) =>
  new ApiError({ title: 'Refused', status, detail: 'It was refused.', errors });

const send = jest.fn<(draft: Ship, ifMatch: string | undefined) => Promise<Ship>>();
const look = jest.fn<() => Promise<Tagged<Ship>>>();
const onSaved = jest.fn();
const onClose = jest.fn();

function ShipForm({ opened }: { opened: Tagged<Ship> | null }) {
  const { form, save, busy, error, newer } = useRecordDraft({
    opened,
    draftOf: (ship: Ship | null) => (ship ? draftFrom(BLANK, ship) : BLANK),
    check: ({ name }) => (name.trim() === '' ? { name: 'A ship has a name' } : {}),
    send,
    look,
    onSaved,
  });
  return (
    <FormDialog
      title="Ship"
      saveText="Save"
      busyText="Saving..."
      busy={busy}
      dirty={form.dirty}
      canSave={form.sound}
      failure={error ? messageOf(error) : undefined}
      onRefused={form.showProblems}
      onSave={save}
      onClose={onClose}
    >
      {newer && (
        <NewerVersion
          what="ship"
          labels={LABELS}
          {...newer}
          mine={form.draft}
          onTake={(name) => form.change({ [name]: newer.theirs[name] })}
        />
      )}
      <FieldGroup title="What it is">
        <TextField label="Name" {...form.field('name')} />
        <TextField label="Port" {...form.field('port')} />
      </FieldGroup>
      <LeaveQuestion unsaved={() => form.dirty} />
    </FormDialog>
  );
}

const show = (opened: Tagged<Ship> | null = OPENED) =>
  renderRoute(
    [
      { path: 'ship', element: <ShipForm opened={opened} /> },
      { path: 'elsewhere', element: <p>Elsewhere</p> },
    ],
    '/ship',
  );
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));
const name = () => screen.getByRole('textbox', { name: 'Name' });
const port = () => screen.getByRole('textbox', { name: 'Port' });

beforeEach(() => {
  send.mockImplementation((draft) => Promise.resolve(draft));
});
afterEach(() => {
  jest.resetAllMocks();
});

test('is saved against the version that was opened', async () => {
  const { user } = await show();
  await user.type(port(), ', Virginia');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ name: 'Sequoia', port: 'Norfolk, Virginia' }));
  expect(send).toHaveBeenCalledWith({ name: 'Sequoia', port: 'Norfolk, Virginia' }, '"1"');
});

test('says what is wrong when saving is tried, before anything is typed', async () => {
  const { user } = await show(null);
  act(() => port().focus());
  expect(screen.queryByText('A ship has a name')).toBeNull();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('A ship has a name')).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});

test('puts a refusal beside its field, until that is changed', async () => {
  send.mockRejectedValueOnce(refusal(422, [{ path: 'name', message: 'Too short' }]));
  const { user } = await show();
  await save(user);
  expect(await screen.findByText('Too short')).toBeInTheDocument();
  await user.type(name(), ' II');
  expect(screen.queryByText('Too short')).toBeNull();
});

test('meets a newer version: untouched fields become theirs, typed ones stay, and the next save is made from it', async () => {
  send.mockRejectedValueOnce(refusal(412));
  look.mockResolvedValueOnce({ value: { name: 'USS Sequoia', port: 'Quantico' }, etag: '"2"' });
  const { user } = await show();
  await user.clear(name());
  await user.type(name(), 'Mine');
  await save(user);
  expect(await screen.findByText('Someone else has changed this ship')).toBeInTheDocument();
  expect(name()).toHaveValue('Mine');
  expect(port()).toHaveValue('Quantico');
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Take this: Name' }));
  expect(name()).toHaveValue('USS Sequoia');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(send).toHaveBeenLastCalledWith({ name: 'USS Sequoia', port: 'Quantico' }, '"2"');
});

test('is closed at once when nothing was typed, and asks when something was', async () => {
  const { user } = await show();
  await user.type(name(), ' II');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(name());
  await user.type(name(), 'Sequoia');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('keeps who has typed something from leaving the page unasked', async () => {
  const { user, router } = await show();
  await user.type(name(), ' II');
  await act(() => router.navigate('/elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});
