import { describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Chip, DateBlock, DefinitionList, ResultItem, Route, initialsOf } from '../index.ts';

describe('DateBlock', () => {
  test.each([
    ['1976-06-16', undefined, ['16', 'June 1976'], 'June 16, 1976'],
    ['1945-05', undefined, ['May', '1945'], 'May 1945'],
    ['1946', undefined, ['1946'], '1946'],
    ['1975-05-03', '1975-05-05', ['3–5', 'May 1975'], 'May 3–5, 1975'],
    ['1949-08-30', '1949-09-02', ['30', 'August 1949', 'to September 2'], 'August 30 – September 2, 1949'],
    ['1949-12-31', '1950-01-01', ['31', 'December 1949', 'to January 1, 1950'], 'December 31, 1949 – January 1, 1950'],
    ['1945', '1947', ['1945', 'to 1947'], '1945 – 1947'],
    ['1976-06-16', '1976-06-16', ['16', 'June 1976'], 'June 16, 1976'],
    ['about 1931', undefined, ['about 1931'], 'about 1931'],
  ])('%s to %s shows %j and reads "%s"', (date, end, shown, read) => {
    const { container } = render(<DateBlock date={date} end={end} />);
    const time = container.querySelector('time')!;
    expect(time).toHaveAttribute('datetime', date);
    expect([...time.querySelectorAll('[aria-hidden]')].map((part) => part.textContent)).toEqual(shown);
    expect(time.querySelector(':not([aria-hidden])')).toHaveTextContent(read);
  });
});

describe('Chip', () => {
  test.each(['{Enter}', '{Delete}', '{Backspace}'])('is removed with %s', async (key) => {
    const user = userEvent.setup();
    const removed = jest.fn();
    render(<Chip onRemove={removed}>Royalty</Chip>);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Remove Royalty' })).toHaveFocus();
    await user.keyboard(key);
    expect(removed).toHaveBeenCalledTimes(1);
  });
});

describe('Route', () => {
  const textOf = (from?: string, to?: string) => render(<Route from={from} to={to} />).container.textContent;

  test('has the text “From … to …” for screen readers, without the arrow', () => {
    expect(textOf('Washington Navy Yard', 'Potomac River')?.replace(/\s+/g, ' ')).toBe(
      'From Washington Navy Yard to Potomac River',
    );
  });

  test('shows a single place without an arrow', () => {
    expect(textOf('Quantico')).toBe('Quantico');
    expect(textOf(undefined, 'Quantico')).toBe('Quantico');
    expect(textOf('Quantico', 'Quantico')).toBe('Quantico');
  });
});

describe('initialsOf', () => {
  test.each([
    ['Dwight D. Eisenhower', 'DE'],
    ['Mr. and Mrs. Pierre Trudeau', 'AT'],
    ['Gen. Dwight Eisenhower, Jr.', 'DE'],
    ['Nimitz', 'N'],
    ['Jack H. Warren (Ambassador of Canada)', 'JW'],
    ['Élisabeth II', 'É'],
    ['', ''],
    ['27 guests', 'G'],
  ])('of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
});

test('a definition list omits empty entries', () => {
  render(
    <DefinitionList
      items={[
        { term: 'Born', detail: 1885 },
        { term: 'Died', detail: null },
        { term: 'Role', detail: '' },
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Born']);
});

describe('ResultItem', () => {
  test('has a heading that links to the record’s page', () => {
    const { rerender } = render(<ResultItem kind="Media" title="Fantail" href="/media" />);
    expect(screen.getByRole('heading', { level: 3, name: 'Fantail' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Fantail' })).toHaveAttribute('href', '/media');
    rerender(<ResultItem kind="Media" title="Fantail" href={undefined} />);
    expect(screen.getByRole('heading', { level: 3, name: 'Fantail' })).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
