import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';
import { field, place, pressAndRelease, startVoyage, typeInto, uniqueTitle } from '../pages/voyage-form.ts';

test('related facts are suggested next to a field, and nothing is set without a Yes', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}) => {
  const title = uniqueTitle('Facts together', page);
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const choice = (text: string) => page.getByRole('button', { name: text });
  const save = page.getByRole('button', { name: 'Save Voyage' });
  try {
    const owner = 'Set President/Owner to Harry S. Truman, based on the start date?';
    await startVoyage(page, title);
    const offers = page.getByRole('list', { name: 'Related facts' }).getByRole('listitem');
    await expect(offers).toHaveText(/Set President\/Owner to Harry S\. Truman/);
    await pressAndRelease(page, choice(`No: ${owner}`));
    await expect(offers).toHaveCount(0);

    await typeInto(page, place(page, 'End Location'), 'Mount Vernon wharf');
    await expect(choice('Yes: Also mark as Mount Vernon?')).toBeVisible();
    await expect(box('Mount Vernon')).not.toBeChecked();
    await pressAndRelease(page, choice('Yes: Also mark as Mount Vernon?'));
    await expect(box('Mount Vernon')).toBeChecked();

    await typeInto(page, field(page, 'Foreign Leader’s Country'), 'Canada');
    await box('Royalty Present').click();
    await expect(choice('Yes: Also mark as Foreign Leader Present?')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    // Declined by keyboard: focus continues to the next offer.
    await choice('No: Also mark as Foreign Leader Present?').focus();
    await page.keyboard.press('Enter');
    await expect(choice('Yes: Add royalty details?')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Royalty Details')).toBeFocused();
    await page.keyboard.type('Juliana of the Netherlands');
    await expect(page.getByRole('button', { name: /Add royalty details/ })).toHaveCount(0);

    await typeInto(page, page.getByRole('combobox', { name: 'Add a person' }), 'Harry S. Truman');
    await page
      .getByRole('listbox', { name: 'People found' })
      .getByRole('option', { name: /^Harry S. Truman/ })
      .click();
    await expect(box('Presidential Use')).not.toBeChecked();
    await pressAndRelease(page, choice('Yes: Also mark as Presidential Use?'));
    await expect(box('Presidential Use')).toBeChecked();
    await expect(page.getByRole('combobox', { name: 'President Aboard' })).toHaveValue('');
    await pressAndRelease(page, choice('Yes: Set President Aboard to Harry S. Truman?'));
    await expect(page.getByRole('combobox', { name: 'President Aboard' })).toHaveValue('HST');
    await pressAndRelease(page, save);

    // After Save: the voyage in view and marked, with the next steps in the message.
    await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
    // The message stays while the pointer is on it.
    await page.getByRole('button', { name: 'Log another' }).hover();
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Just saved' });
    await expect(entry.getByRole('link', { name: title })).toBeInViewport();
    await expect(entry.getByRole('link', { name: title })).toBeFocused();
    expect(await problems(page)).toEqual([]);

    const params = {
      q: title,
      has_foreign_leader: '1',
      presidential_use: '1',
      mention_mount_vernon: '1',
      royalty: '1',
    };
    const found = (await (await page.request.get('/api/voyages', { params })).json()) as object[];
    expect(found).toMatchObject([
      { has_foreign_leader: false, presidential_use: true, has_royalty: true, mention_mount_vernon: true },
    ]);

    await pressAndRelease(page, page.getByRole('button', { name: 'Log another' }));
    await expect(page.getByRole('heading', { level: 1, name: 'New voyage' })).toBeVisible();
    await expect(field(page, 'Voyage Title')).toHaveValue('');
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: title }).click();
    await expect(page.getByText('Harry S. Truman', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('HST')).toHaveCount(0);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('link', { name: `Edit: ${title}` }).click();
    await pressAndRelease(page, page.getByRole('button', { name: 'Update Voyage' }));
    await pressAndRelease(page, page.getByRole('button', { name: 'Open' }));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  } finally {
    await cleanUp(page, { title });
  }
});
