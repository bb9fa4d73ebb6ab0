import { expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SearchBox } from './search-box.tsx';

test('searches when typing pauses or on Enter, and shows a changed value', async () => {
  const user = userEvent.setup();
  const onSearch = jest.fn();
  const { rerender } = render(<SearchBox label="Search people" value="" onSearch={onSearch} />);
  const box = screen.getByRole('searchbox', { name: 'Search people' });
  await user.type(box, ' Nim');
  expect(onSearch).not.toHaveBeenCalled();
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('Nim'));
  await user.type(box, 'itz{Enter}');
  expect(onSearch).toHaveBeenLastCalledWith('Nimitz');
  rerender(<SearchBox label="Search people" value="Truman" onSearch={onSearch} />);
  expect(box).toHaveValue('Truman');
});

test('keeps typed text when the results of the previous search arrive', async () => {
  const user = userEvent.setup();
  const onSearch = jest.fn();
  const boxWith = (value: string) => <SearchBox label="Search people" value={value} onSearch={onSearch} />;
  const { rerender } = render(boxWith(''));
  const box = screen.getByRole('searchbox', { name: 'Search people' });
  await user.type(box, 'Nim');
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('Nim'));
  await user.type(box, 'itz');
  rerender(boxWith('Nim'));
  expect(box).toHaveValue('Nimitz');
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('Nimitz'));
  rerender(boxWith('Nimitz'));
  // Back.
  rerender(boxWith('Nim'));
  expect(box).toHaveValue('Nim');
  expect(onSearch).toHaveBeenCalledTimes(2);
});
