import { renderRoute } from '@archive/testing';
import { expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { currentPage, subscribePage, usePageTitle } from './archive.tsx';

function Page({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return null;
}

test('a page sets the document title and notifies listeners, even if the title is unchanged', async () => {
  const listener = jest.fn();
  const stop = subscribePage(listener);
  const { router } = await renderRoute([{ path: ':slug', element: <Page title="Chester W. Nimitz" /> }], '/nimitz');
  expect(document.title).toBe('Chester W. Nimitz · The Sequoia Archive');
  expect(currentPage()).toEqual({ title: 'Chester W. Nimitz' });
  await act(() => router.navigate('/nimitz-2'));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
});

test('a page without a title yet sets none', async () => {
  document.title = 'before';
  await renderRoute([{ index: true, element: <Page title={undefined} /> }], '/');
  expect(document.title).toBe('before');
});
