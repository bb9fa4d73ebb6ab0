import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';
import { saveVoyage, startVoyage, uniqueTitle } from '../pages/voyage-form.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A surname unique to this run: slugs of deleted people are never reused. */
const newSurname = () => `Q${[...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

test('people are found as curators type them, told apart, and suggested before a new person is added, with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const family = newSurname();
  const title = uniqueTitle('Guests under many names', page);
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  const made: string[] = [];
  const create = async (person: object) => {
    const response = await page.request.post('/api/curator/people', { headers, data: person });
    made.push(((await response.json()) as { person_slug: string }).person_slug);
  };
  await create({ full_name: `W. L. M. ${family}`, role_title: 'Prime Minister of Canada' });
  await create({ full_name: `Henry ${family}`, role_title: 'Secretary of State', birth_year: 1923 });
  await create({ full_name: `Henry ${family}`, role_title: 'Steward', birth_year: 1880 });
  const picker = page.getByRole('combobox', { name: 'Add a person' });
  const found = page.getByRole('listbox', { name: 'People found' });
  const option = (name: string | RegExp) => found.getByRole('option', { name });
  const aboard = page.getByRole('list', { name: 'People aboard' });
  const pick = async (typed: string, name: RegExp) => {
    await keys.type(picker, typed);
    await expect(option(/./).first()).toHaveAccessibleName(name);
    await page.keyboard.press('Enter');
  };
  const addAsNew = async (typed: string) => {
    await keys.type(picker, typed);
    await expect(page.getByRole('status').filter({ hasText: /(?:person|people) found$/ })).toBeAttached();
    const last = option(/as a new person/);
    while ((await last.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  try {
    await startVoyage(page, title);
    await pick(`Prime Minister ${family}`, new RegExp(`^W\\. L\\. M\\. ${family}.*Prime Minister of Canada`));
    await expect(aboard.getByRole('listitem')).toHaveCount(1);
    await keys.type(picker, `Henry ${family}`);
    await expect(option(/Secretary of State · 1923/)).toBeVisible();
    await expect(option(/Steward · 1880/)).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    // Surname first and a middle initial: the archive asks before it adds someone.
    await addAsNew(`${family}, Henry A.`);
    const panel = page.getByRole('group', { name: 'New person' });
    await expect(panel.getByRole('textbox', { name: 'Full Name' })).toHaveValue(`Henry A. ${family}`);
    const known = panel.getByRole('region', { name: 'Possibly already in the archive' });
    await expect(known.getByText('Secretary of State · 1923')).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(panel.getByRole('textbox', { name: 'Full Name' }));
    const use = panel.getByRole('button', { name: /^Use/ });
    await expect(use.first()).toBeFocused();
    await keys.press(
      panel.getByRole('button', { name: new RegExp(`^Use this person: Henry ${family}, Secretary of State`) }),
    );
    await expect(aboard.getByRole('listitem')).toHaveCount(2);

    // A typed form of address is shown apart from the name before anything is stored.
    await addAsNew(`Adm. Foskett-${family}, James H.`);
    await expect(panel.getByRole('textbox', { name: 'Rank or honorific' })).toHaveValue('Adm.');
    await expect(panel.getByRole('textbox', { name: 'Full Name' })).toHaveValue(`James H. Foskett-${family}`);
    const add = panel.getByRole('button', { name: /^(?:Add person|Add anyway)$/ });
    await keys.press(add);
    await expect(aboard.getByRole('listitem')).toHaveCount(3);
    await keys.press(button(page, `Role and notes: James H. Foskett-${family}`));
    const details = page.getByRole('group', { name: `James H. Foskett-${family} on this voyage` });
    await keys.type(details.getByRole('textbox', { name: 'Role aboard' }), 'Secretary of Defense');
    await keys.type(
      details.getByRole('textbox', { name: 'Note about this person on this voyage' }),
      'Came aboard at Quantico.',
    );
    await saveVoyage(page, 'Save Voyage');
    const [voyage] = (await (await page.request.get('/api/voyages', { params: { q: title } })).json()) as {
      voyage_slug: string;
    }[];
    expect(await (await page.request.get(`/api/people/by-voyage/${voyage!.voyage_slug}`)).json()).toMatchObject([
      { full_name: `W. L. M. ${family}` },
      { full_name: `Henry ${family}`, role_title: 'Secretary of State' },
      {
        full_name: `James H. Foskett-${family}`,
        title: 'Adm.',
        capacity_role: 'Secretary of Defense',
        voyage_notes: 'Came aboard at Quantico.',
      },
    ]);

    // A curator adds another name, and the directory finds the person by it.
    await page.goto(`/people/${made[0]}`);
    await keys.enableEditMode();
    await keys.press(button(page, 'Edit'));
    await expect(page.getByRole('textbox', { name: 'Filed Under' })).toHaveAttribute(
      'placeholder',
      `${family}, W. L. M.`,
    );
    await keys.type(page.getByRole('textbox', { name: 'Also Known As' }), `Rex Other${family}; Willie`);
    await keys.press(button(page, 'Save'));
    await expect(page.getByText(`Rex Other${family}; Willie`)).toBeVisible();
    await page.goto(`/people?q=Rex+Other${family}`);
    await expect(page.getByRole('link', { name: `W. L. M. ${family}` })).toBeVisible();
  } finally {
    await cleanUp(page, { title });
    for (const slug of made) await page.request.delete(`/api/curator/people/${slug}`, { headers });
  }
});
