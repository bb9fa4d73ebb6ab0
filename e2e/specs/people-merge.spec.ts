import type { Page } from '@playwright/test';
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

test('two records of one person are compared, merged with every role and note kept, and parted again', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const family = `S${newWord()}`;
  const [one, other] = [`Averill ${family}`, `W. Averell ${family}`];
  await page.goto('/people');
  const { voyage, end } = await twoRecords(page, family);
  const before = await aboard(page, voyage);
  try {
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('link', { name: 'Look-alikes' }).click();
    const pair = page.getByRole('link', { name: `Compare ${one} and ${other}` });
    await expect(pair).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pair.press('Enter');
    await expect(page.getByText('Both were aboard one voyage')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('radio', { name: 'This record and its address stay' }).nth(1).check();
    await button(page, `Merge into ${other}`).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    const history = page.getByRole('region', { name: 'Voyage History' });
    await expect(history.getByText('Secretary; Ambassador')).toBeVisible();
    await expect(history.getByText('Note of the Ambassador.')).toBeVisible();
    expect(await aboard(page, voyage)).toEqual(before.filter((name) => name !== one));

    await page.goto(`/people/${family.toLowerCase()}-averill`);
    await expect(page).toHaveURL(new RegExp(`/people/${family.toLowerCase()}-w-averell$`));
    await button(page, `Undo the merge of ${one}`).click();
    await expect(page.getByText(`${one} is a record of its own again`)).toBeVisible();
    expect(await aboard(page, voyage)).toEqual(before);
    await expect(page.getByRole('link', { name: `Compare with ${one}` })).toBeVisible();
  } finally {
    await end();
  }
});
