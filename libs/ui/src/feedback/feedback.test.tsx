import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Banner, FailedState, NoMatchesState, Progress, SkeletonList } from '../index.ts';

test('a running banner is a status with a progress bar, and closes', async () => {
  const user = userEvent.setup();
  const close = jest.fn();
  render(
    <Banner
      tone="running"
      title="Ingesting Voyage Data"
      step="Saving voyages (20 of 33)"
      progress={60.6}
      onClose={close}
    />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Ingesting Voyage DataSaving voyages (20 of 33)');
  expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '61');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(1);
});

test('a failed banner is an alert', () => {
  render(<Banner tone="failed" title="Ingest Failed" step="The document holds no voyage." />);
  expect(screen.getByRole('alert')).toHaveTextContent('The document holds no voyage.');
});

test.each([
  [-5, '0'],
  [140, '100'],
])('a progress of %i is clamped to %s', (value, shown) => {
  render(<Progress label="Upload" value={value} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', shown);
});

test('indeterminate progress has no aria-valuenow', () => {
  render(<Progress label="Upload" />);
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});

test('failed, empty and loading states have distinct roles', () => {
  render(
    <>
      <FailedState title="The voyages could not be read." />
      <NoMatchesState title="No voyages found." />
      <SkeletonList rows={3} label="Loading voyages..." />
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The voyages could not be read.');
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual([
    'No voyages found.',
    'Loading voyages...',
  ]);
});
