import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { Gallery } from './gallery.tsx';

/**
 * Axe violations, one line each. Disables two rules that need layout (tokens.test.ts
 * checks contrast), and `region` for menus, which open outside landmarks.
 */
async function findings(...leftOut: string[]): Promise<string[]> {
  const off = ['color-contrast', 'label-content-name-mismatch', ...leftOut];
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document.body, { rules });
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
}

test('every component state passes axe', async () => {
  render(<Gallery />);
  await screen.findByRole('link', { name: 'Mount Vernon' });
  expect(await findings()).toEqual([]);
});

test.each(['Dialog', 'ConfirmDialog', 'Sheet', 'More'])(
  '%s passes axe when open',
  async (name) => {
    const user = userEvent.setup();
    render(<Gallery />);
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole(name === 'More' ? 'menu' : name === 'ConfirmDialog' ? 'alertdialog' : 'dialog');
    expect(await findings(...(name === 'More' ? ['region'] : []))).toEqual([]);
  },
  60_000,
);

test('the theme can be switched', async () => {
  const user = userEvent.setup();
  render(<Gallery />);
  await user.click(screen.getByRole('button', { name: 'dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'system' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
