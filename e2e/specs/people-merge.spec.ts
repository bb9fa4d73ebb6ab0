import type { Page } from '@playwright/test';
import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** A word unique to this run: slugs of deleted people are never reused. */
const newWord = () => [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Creates two records of one person on the first voyage of Nimitz. `remove` deletes both. */
async function twoRecords(page: Page, family: string) {
  const headers = { origin: new URL(page.url()).origin };
  const people = [
    { slug: `${family}-averill`.toLowerCase(), full_name: `Averill ${family}`, role: 'Ambassador' },
    { slug: `${family}-w-averell`.toLowerCase(), full_name: `W. Averell ${family}`, role: 'Secretary' },
  ];
  const nimitz = (await (await page.request.get('/api/people/nimitz-chester-w')).json()) as {
    voyages: { voyage_slug: string }[];
  };
  const voyage = nimitz.voyages[0]?.voyage_slug ?? '';
  const remove = async () => {
    for (const { slug } of people) {
      const response = await page.request.get(`/api/people/${slug}`);
      if (!response.ok()) continue;
      const person = (await response.json()) as { person_slug: string; voyages: { voyage_slug: string }[] };
      if (person.person_slug !== slug) continue;
      for (const { voyage_slug } of person.voyages)
        await page.request.delete('/api/curator/people/unlink-from-voyage', {
          headers,
          params: { person_slug: slug, voyage_slug },
        });
      await page.request.delete(`/api/curator/people/${slug}`, { headers });
    }
  };
  for (const { slug, full_name, role } of people) {
    await page.request.post('/api/curator/people', { headers, data: { person_slug: 'auto', full_name } });
    const link = {
      person_slug: slug,
      voyage_slug: voyage,
      capacity_role: role,
      is_crew: false,
      notes: `Note of the ${role}.`,
    };
    await page.request.post('/api/curator/people/link-to-voyage', { headers, data: link });
  }
  return { voyage, remove };
}

const passengerNames = async (page: Page, voyage: string) => {
  const people = (await (await page.request.get(`/api/people/by-voyage/${voyage}`)).json()) as { full_name: string }[];
  return people.map(({ full_name }) => full_name);
};

test('two records are compared, merged with all roles and notes, and separated again with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const family = `S${newWord()}`;
  const [firstName, other] = [`Averill ${family}`, `W. Averell ${family}`];
  await page.goto('/people');
  const { voyage, remove } = await twoRecords(page, family);
  const before = await passengerNames(page, voyage);
  try {
    await keys.enableEditMode();
    await keys.press(page.getByRole('link', { name: 'Possible duplicates' }));
    const pair = page.getByRole('link', { name: `Compare ${firstName} and ${other}` });
    await expect(pair).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(pair);
    await expect(page.getByText('Both are listed on 1 voyage')).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    // A radio group is one Tab stop; arrow keys move inside it.
    await keys.focus(page.getByRole('radio', { name: 'Keep this record and its web link', checked: true }));
    await page.keyboard.press('ArrowDown');
    // Both records have a name and a role: nothing is chosen in advance.
    const result = page.getByRole('region', { name: 'Record after the merge' });
    const choice = (field: string, value: string) =>
      page.getByRole('group', { name: field }).getByRole('radio', { name: value });
    await keys.press(button(page, `Merge into ${other}`));
    await expect(page.getByText('Choose a value for Full Name and Role/Title before you merge.')).toBeVisible();
    await expect(choice('Full Name', firstName)).toBeFocused();
    await expect(result.getByText('Not chosen yet')).toHaveCount(2);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(choice('Full Name', other)).toBeChecked();
    await keys.focus(choice('Role/Title', 'Ambassador'));
    await page.keyboard.press('Space');
    await expect(result.getByText('Ambassador')).toBeVisible();
    await keys.press(button(page, `Merge into ${other}`));
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    await expect(page.getByText('Ambassador', { exact: true }).first()).toBeVisible();
    const history = page.getByRole('region', { name: 'Voyage History' });
    await expect(history.getByText('Secretary; Ambassador')).toBeVisible();
    await expect(history.getByText('Note of the Ambassador.')).toBeVisible();
    expect(await passengerNames(page, voyage)).toEqual(before.filter((name) => name !== firstName));

    await page.goto(`/people/${family.toLowerCase()}-averill`);
    await expect(page).toHaveURL(new RegExp(`/people/${family.toLowerCase()}-w-averell$`));
    await expect(button(page, `Undo the merge of ${firstName}`)).toBeVisible();
    await page.goto('/changes?kind=person&action=delete');
    await expect(page.getByRole('listitem').filter({ hasText: `Merged into ${other}.` })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(button(page, `Undo merge of ${firstName}`));
    await expect(page.getByText(`${firstName} is a separate record again`)).toBeVisible();
    await page.goto(`/people/${family.toLowerCase()}-w-averell`);
    expect(await passengerNames(page, voyage)).toEqual(before);
    await expect(page.getByRole('link', { name: `Compare with ${firstName}` })).toBeVisible();
  } finally {
    await remove();
  }
});

test('a pair of possible duplicates is dismissed and listed again with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const family = `T${newWord()}`;
  const [firstName, other] = [`Averill ${family}`, `W. Averell ${family}`];
  await page.goto('/people');
  const { remove } = await twoRecords(page, family);
  try {
    await keys.enableEditMode();
    await page.goto('/people/duplicates');
    const compare = page.getByRole('link', { name: `Compare ${firstName} and ${other}` });
    const dismiss = button(page, `Not the same person: ${firstName} and ${other}`);
    await keys.press(dismiss);
    await expect(page.getByText(`${firstName} and ${other} are marked as different people`)).toBeVisible();
    await expect(compare).toHaveCount(0);
    await keys.press(button(page, 'Undo'));
    await expect(compare).toBeVisible();

    await keys.press(dismiss);
    await expect(compare).toHaveCount(0);
    await page.reload();
    await keys.press(button(page, /^Different people/));
    await expect(page.getByText(`${firstName} and ${other}`)).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(button(page, `Move back to possible duplicates: ${firstName} and ${other}`));
    await expect(compare).toBeVisible();

    await page.goto(`/people/${family.toLowerCase()}-averill`);
    await keys.press(button(page, 'Merge with…'));
    const dialog = page.getByRole('dialog', { name: 'Merge with another record' });
    await expect(dialog.getByRole('combobox', { name: 'Other record' })).toBeFocused();
    await page.keyboard.type(family);
    await expect(dialog.getByRole('option', { name: other })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/people/duplicates/${family.toLowerCase()}-averill/`));
  } finally {
    await remove();
  }
});
