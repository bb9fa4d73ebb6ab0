import type { Page } from '@playwright/test';
import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** A word that no other run has used: the address of somebody deleted is not given again. */
const newWord = () => [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Two records of one person, both aboard the first voyage of Nimitz; `end` takes both away. */
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
  const end = async () => {
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
  return { voyage, end };
}

const aboard = async (page: Page, voyage: string) => {
  const people = (await (await page.request.get(`/api/people/by-voyage/${voyage}`)).json()) as { full_name: string }[];
  return people.map(({ full_name }) => full_name);
};

test('two records of one person are compared, merged with every role and note kept, and parted again: by keyboard alone', async ({
  signedIn: page,
  problemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const family = `S${newWord()}`;
  const [one, other] = [`Averill ${family}`, `W. Averell ${family}`];
  await page.goto('/people');
  const { voyage, end } = await twoRecords(page, family);
  const before = await aboard(page, voyage);
  try {
    await keys.edit();
    await keys.press(page.getByRole('link', { name: 'Look-alikes' }));
    const pair = page.getByRole('link', { name: `Compare ${one} and ${other}` });
    await expect(pair).toBeVisible();
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await keys.press(pair);
    await expect(page.getByText('Both were aboard one voyage')).toBeVisible();
    expect(await problemsInBothSchemes(page)).toEqual([]);

    // A group of radios is one place of Tab; arrows go on inside it.
    await keys.to(page.getByRole('radio', { name: 'This record and its address stay', checked: true }));
    await page.keyboard.press('ArrowDown');
    await keys.press(button(page, `Merge into ${other}`));
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    const history = page.getByRole('region', { name: 'Voyage History' });
    await expect(history.getByText('Secretary; Ambassador')).toBeVisible();
    await expect(history.getByText('Note of the Ambassador.')).toBeVisible();
    expect(await aboard(page, voyage)).toEqual(before.filter((name) => name !== one));

    await page.goto(`/people/${family.toLowerCase()}-averill`);
    await expect(page).toHaveURL(new RegExp(`/people/${family.toLowerCase()}-w-averell$`));
    await keys.press(button(page, `Undo the merge of ${one}`));
    await expect(page.getByText(`${one} is a record of its own again`)).toBeVisible();
    expect(await aboard(page, voyage)).toEqual(before);
    await expect(page.getByRole('link', { name: `Compare with ${one}` })).toBeVisible();
  } finally {
    await end();
  }
});

test('two people who look alike are told apart, which is taken back at once or later: by keyboard alone', async ({
  signedIn: page,
  problemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const family = `T${newWord()}`;
  const [one, other] = [`Averill ${family}`, `W. Averell ${family}`];
  await page.goto('/people');
  const { end } = await twoRecords(page, family);
  try {
    await keys.edit();
    await page.goto('/people/duplicates');
    const compare = page.getByRole('link', { name: `Compare ${one} and ${other}` });
    const apart = button(page, `Not the same person: ${one} and ${other}`);
    await keys.press(apart);
    await expect(page.getByText(`${one} and ${other} are two people, and not offered again`)).toBeVisible();
    await expect(compare).toHaveCount(0);
    await keys.press(button(page, 'Undo'));
    await expect(compare).toBeVisible();

    await keys.press(apart);
    await expect(compare).toHaveCount(0);
    await page.reload();
    await keys.press(button(page, /^Two people each/));
    await expect(page.getByText(`${one} and ${other}`)).toBeVisible();
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await keys.press(button(page, `Take back: ${one} and ${other}`));
    await expect(compare).toBeVisible();

    await page.goto(`/people/${family.toLowerCase()}-averill`);
    await keys.press(button(page, 'Merge'));
    const dialog = page.getByRole('dialog', { name: 'Merge with another record' });
    await expect(dialog.getByRole('combobox', { name: 'The other record' })).toBeFocused();
    await page.keyboard.type(family);
    await expect(dialog.getByRole('option', { name: other })).toBeVisible();
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/people/duplicates/${family.toLowerCase()}-averill/`));
  } finally {
    await end();
  }
});
