import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { Gallery } from './gallery.tsx';

/**
 * What the rules find, one line each. Two rules need a drawn page, which there is none of here (contrast is computed in
 * tokens.test.ts); an open menu stands outside every landmark by its nature.
 */
async function findings(...leftOut: string[]): Promise<string[]> {
  const off = ['color-contrast', 'label-content-name-mismatch', ...leftOut];
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document.body, { rules });
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
}

test('axe finds nothing in any component in any state', async () => {
  render(<Gallery />);
  await screen.findByRole('link', { name: 'Mount Vernon' });
  expect(await findings()).toEqual([]);
});

test.each(['Dialog', 'ConfirmDialog', 'Sheet', 'More'])(
  'axe finds nothing when %s is open',
  async (name) => {
    const user = userEvent.setup();
    render(<Gallery />);
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole(name === 'More' ? 'menu' : name === 'ConfirmDialog' ? 'alertdialog' : 'dialog');
    expect(await findings(...(name === 'More' ? ['region'] : []))).toEqual([]);
  },
  60_000,
);

test('the theme can be tried out', async () => {
  const user = userEvent.setup();
  render(<Gallery />);
  await user.click(screen.getByRole('button', { name: 'dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'system' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
