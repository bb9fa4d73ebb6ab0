import { accessibilityProblems, renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { loadGuide, type HelpTopic } from './guide.ts';
import { HelpButton } from './help-button.tsx';

const open = async (topic: HelpTopic) => {
  const view = await renderRoute([{ index: true, element: <HelpButton topic={topic} /> }], '/');
  const button = screen.getByRole('button', { name: 'Help' });
  await view.user.click(button);
  return { ...view, button };
};

test.each([
  ['log-a-voyage', 'Log a voyage', 'Save the voyage'],
  ['import-a-document', 'Import a document', /Tab moves to the next control/],
  ['media', 'Media', 'Rotate'],
] as const)('%s shows its guide and shortcuts', async (topic, title, shortcut) => {
  const { user, button } = await open(topic);
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(await within(dialog).findByText(shortcut)).toBeVisible();
  expect(within(dialog).getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(dialog).not.toHaveTextContent(/screenshots|!\[/);
  expect(await accessibilityProblems(dialog)).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button).toHaveFocus();
});

test('a guide has a title and text without the title or screenshots', async () => {
  const { title, text, shortcuts } = await loadGuide('log-a-voyage');
  expect(title).toBe('Log a voyage');
  expect(text).not.toMatch(/^# |!\[/m);
  expect(shortcuts).toMatch(/^## Voyage form\n/);
});
