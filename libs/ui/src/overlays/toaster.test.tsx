import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toaster, toast } from '../index.ts';

beforeEach(() => {
  jest.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(() => toast.dismiss());
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const say = (show: () => void) => act(show);

test('a toast is announced and disappears after five seconds', () => {
  const region = screen.getByRole('region', { name: 'Notifications' });
  expect(region).toHaveAttribute('aria-live', 'polite');
  say(() => toast.success('Saved'));
  expect(region).toHaveTextContent('Saved');
  pass(4900);
  expect(region).toHaveTextContent('Saved');
  pass(200);
  expect(region).not.toHaveTextContent('Saved');
});

test('a toast replaces an earlier one with the same key, for example after a retry succeeds', () => {
  say(() => toast.error('Failed to save voyage: Please sign in.', { key: 'save' }));
  say(() => toast.error('Failed to delete.'));
  say(() => toast.success('Saved', { key: 'save' }));
  expect(screen.queryByText(/Failed to save/)).toBeNull();
  say(() => toast.error('Failed to create.', { key: 'create' }));
  say(() => toast.dismissByKey('create'));
  expect(screen.queryByText('Failed to create.')).toBeNull();
  expect(screen.getByText('Failed to delete.')).toBeVisible();
  expect(screen.getByText('Saved')).toBeVisible();
  say(() => toast.dismissErrors());
  expect(screen.queryByText('Failed to delete.')).toBeNull();
  expect(screen.getByText('Saved')).toBeVisible();
});

test('an error is announced assertively and stays until closed', () => {
  say(() => toast.error('The photograph could not be uploaded.'));
  pass(3_600_000);
  expect(screen.getByRole('alert')).toHaveTextContent('could not be uploaded');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a toast stays while focused', () => {
  say(() => toast('Address copied'));
  const region = screen.getByRole('region', { name: 'Notifications' });
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  pass(60_000);
  expect(region).toHaveTextContent('Address copied');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
  pass(2_100);
  expect(region).not.toHaveTextContent('Address copied');
});

test('Escape closes a toast', () => {
  say(() => toast.error('Failed'));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' });
  expect(screen.queryByText('Failed')).toBeNull();
});

test('an action runs once and closes its toast', () => {
  const undo = jest.fn();
  say(() => toast('Deleted', { action: { label: 'Undo', onClick: undo } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Deleted')).toBeNull();
});

test('equal toasts are merged, and a fifth toast removes the oldest', () => {
  say(() => ['a', 'b', 'b', 'c', 'd', 'e'].forEach((text) => toast(text)));
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(4);
  expect(screen.queryByText('a')).toBeNull();
  expect(screen.getAllByText('b')).toHaveLength(1);
});
