import { ApiError, messageOf, Proposed, type WithEtag } from '@archive/api-client';
import { accessibilityProblems, renderRoute } from '@archive/testing';
import { TextField } from '@archive/ui';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FieldGroup, FormDialog, LeaveConfirmation } from './form-dialog.tsx';
import { NewerVersion, draftFrom } from './record-history.tsx';
import { useRecordDraft } from './use-record-draft.ts';

interface Ship {
  name: string;
  port: string;
}

const BLANK = { name: '', port: '' };
const LABELS = { name: 'Name', port: 'Port' };
const OPENED: WithEtag<Ship> = { value: { name: 'Sequoia', port: 'Norfolk' }, etag: '"1"' };

const apiError = (status: number, errors: { path: string; message: string }[] = []) =>
  new ApiError({ title: 'Rejected', status, detail: 'The request was rejected.', errors });

const send = jest.fn<(draft: Ship, ifMatch: string | undefined, changed: readonly string[]) => Promise<Ship>>();
const reload = jest.fn<() => Promise<WithEtag<Ship>>>();
const onSaved = jest.fn();
const onClose = jest.fn();

function ShipForm({ opened }: { opened: WithEtag<Ship> | null }) {
  const { form, save, busy, error, newer } = useRecordDraft({
    opened,
    draftOf: (ship: Ship | null) => (ship ? draftFrom(BLANK, ship) : BLANK),
    check: ({ name }) => (name.trim() === '' ? { name: 'A ship has a name' } : {}),
    send,
    reload,
    onSaved,
    onProposed: onClose,
  });
  return (
    <FormDialog
      title="Ship"
      saveText="Save"
      busyText="Saving..."
      busy={busy}
      dirty={form.dirty}
      canSave={form.isValid}
      failure={error ? messageOf(error) : undefined}
      onInvalid={form.showProblems}
      onSave={save}
      onClose={onClose}
    >
      {newer && (
        <NewerVersion
          recordType="ship"
          kind="person"
          slug={undefined}
          labels={LABELS}
          {...newer}
          mine={form.draft}
          onUseTheirs={(name) => form.change({ [name]: newer.theirs[name] })}
        />
      )}
      <FieldGroup title="What it is">
        <TextField label="Name" {...form.field('name')} />
        <TextField label="Port" {...form.field('port')} />
      </FieldGroup>
      <LeaveConfirmation unsaved={() => form.dirty} />
    </FormDialog>
  );
}

const show = (opened: WithEtag<Ship> | null = OPENED) =>
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

test('saves with the ETag of the opened version', async () => {
  const { user } = await show();
  await user.type(port(), ', Virginia');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ name: 'Sequoia', port: 'Norfolk, Virginia' }));
  expect(send).toHaveBeenCalledWith({ name: 'Sequoia', port: 'Norfolk, Virginia' }, '"1"', ['port']);
});

test('shows validation errors on save, before anything is typed', async () => {
  const { user } = await show(null);
  act(() => port().focus());
  expect(screen.queryByText('A ship has a name')).toBeNull();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('A ship has a name')).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});

test('closes when the change is only proposed, without an error', async () => {
  send.mockRejectedValue(new Proposed());
  const { user } = await show();
  await user.type(screen.getByLabelText('Port'), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onSaved).not.toHaveBeenCalled();
  expect(screen.queryByText(/Proposed\. A curator reviews it\./, { selector: '[role=alert] *' })).toBeNull();
});

test('shows a server error beside its field until the field changes', async () => {
  send.mockRejectedValueOnce(apiError(422, [{ path: 'name', message: 'Too short' }]));
  const { user } = await show();
  await save(user);
  expect(await screen.findByText('Too short')).toBeInTheDocument();
  await user.type(name(), ' II');
  expect(screen.queryByText('Too short')).toBeNull();
});

test('after a conflict, uses newer values for untouched fields, keeps typed values, and saves with the newer ETag', async () => {
  send.mockRejectedValueOnce(apiError(412));
  reload.mockResolvedValueOnce({ value: { name: 'USS Sequoia', port: 'Quantico' }, etag: '"2"' });
  const { user } = await show();
  await user.clear(name());
  await user.type(name(), 'Mine');
  await save(user);
  expect(await screen.findByText('Someone else changed this ship while you were editing')).toBeInTheDocument();
  expect(name()).toHaveValue('Mine');
  expect(port()).toHaveValue('Quantico');
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use theirs: Name' }));
  expect(name()).toHaveValue('USS Sequoia');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(send).toHaveBeenLastCalledWith({ name: 'USS Sequoia', port: 'Quantico' }, '"2"', []);
});

test('after a conflict, shows a single field that someone else changed', async () => {
  send.mockRejectedValueOnce(apiError(412));
  reload.mockResolvedValueOnce({ value: { name: 'USS Sequoia', port: 'Norfolk' }, etag: '"2"' });
  const { user } = await show();
  await user.type(name(), ' II');
  await save(user);
  await user.click(await screen.findByRole('button', { name: 'Use theirs: Name' }));
  expect(name()).toHaveValue('USS Sequoia');
});

test('keeps text typed during a save, and continues from the saved version', async () => {
  let respond: (ship: Ship) => void = () => undefined;
  send.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  reload.mockResolvedValueOnce({ value: { name: 'Sequoia II', port: 'Norfolk' }, etag: '"2"' });
  const { user } = await show();
  await user.type(name(), ' II');
  await save(user);
  await user.type(port(), ', Virginia');
  await act(async () => respond({ name: 'Sequoia II', port: 'Norfolk' }));
  expect(await screen.findByText('Unsaved changes')).toBeInTheDocument();
  expect(onSaved).not.toHaveBeenCalled();
  expect(port()).toHaveValue('Norfolk, Virginia');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ name: 'Sequoia II', port: 'Norfolk, Virginia' }));
  expect(send).toHaveBeenLastCalledWith({ name: 'Sequoia II', port: 'Norfolk, Virginia' }, '"2"', ['port']);
});

test('a new record is created once, even if more is typed during the save', async () => {
  let respond: (ship: Ship) => void = () => undefined;
  send.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  reload.mockResolvedValueOnce({ value: { name: 'Sequoia', port: '' }, etag: '"1"' });
  const { user } = await show(null);
  await user.type(name(), 'Sequoia');
  await save(user);
  await user.type(port(), 'Norfolk');
  await act(async () => respond({ name: 'Sequoia', port: '' }));
  await screen.findByText('Unsaved changes');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(send).toHaveBeenLastCalledWith({ name: 'Sequoia', port: 'Norfolk' }, '"1"', ['port']);
});

test('closes immediately if unchanged, and asks for confirmation otherwise', async () => {
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

test('asks for confirmation before leaving the page with unsaved changes', async () => {
  const { user, router } = await show();
  await user.type(name(), ' II');
  await act(() => router.navigate('/elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});
