import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { aPdf } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { begin, field, save, status, titled } from '../pages/voyage-form.ts';

test('a file that waits is kept in the draft, over a reload, and comes with it', async ({ signedIn: page }) => {
  const title = titled('Papers in waiting', page);
  const papers = aPdf(`Papers in waiting ${page.viewportSize()?.width}`);
  page.on('dialog', (dialog) => void dialog.accept());
  try {
    await begin(page, title);
    await page.getByLabel('Files for Sources').setInputFiles(papers);
    await field(page, `Credit of ${papers.name}`).fill('The club');
    await expect(status(page)).toHaveText('3 unsaved changes');
    await page.reload();
    await expect(page.getByText(/kept in this browser just now, with 1 file to upload\./)).toBeVisible();
    await page.getByRole('button', { name: 'Go on with the draft' }).click();
    await expect(field(page, `Credit of ${papers.name}`)).toHaveValue('The club');
    await save(page, 'Save Voyage');
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('figure').filter({ hasText: 'The club' })).toBeVisible();
    await page.goto('/voyages/new');
    await expect(field(page, 'Voyage Title')).toHaveValue('');
  } finally {
    await cleanUp(page, { title });
  }
});

test.describe('who saves in several steps', () => {
  test.use({ forgivenErrors: /status of (?:412|415)/ });

  test('people in order, a file that is refused, then a text: is no conflict with himself', async ({
    signedIn: page,
  }) => {
    const title = titled('Step by step', page);
    await page.goto('/voyages');
    const headers = { origin: new URL(page.url()).origin };
    try {
      const data = { title, start_date: '1952-07-04' };
      const made = await page.request.post('/api/curator/voyages', { data, headers });
      const { voyage_slug } = (await made.json()) as { voyage_slug: string };
      for (const person_slug of ['truman-harry-s', 'nimitz-chester-w'])
        await page.request.post('/api/curator/people/link-to-voyage', {
          data: { person_slug, voyage_slug, capacity_role: null, is_crew: false, notes: '' },
          headers,
        });
      await page.goto(`/voyages/${voyage_slug}/edit`);
      await page.getByRole('button', { name: /^Move Chester.* up$/ }).click();
      const hoax = { name: 'hoax.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no paper</html>') };
      await page.getByLabel('Files for Sources').setInputFiles([aPdf(title), hoax]);
      await page.getByRole('button', { name: 'Update Voyage' }).click();
      await expect(page.getByText(/^hoax\.pdf could not be uploaded\./)).toBeVisible();
      await page.getByRole('button', { name: 'Remove hoax.pdf' }).click();
      await field(page, 'Notes').fill('Fog until noon.');
      await page.getByRole('button', { name: 'Update Voyage' }).click();
      await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
      const saved = (await (await page.request.get(`/api/voyages/${voyage_slug}`)).json()) as {
        notes: string;
        media: unknown[];
        passengers: { person_slug: string }[];
      };
      expect(saved.notes).toBe('Fog until noon.');
      expect(saved.media).toHaveLength(1);
      expect(saved.passengers.map(({ person_slug }) => person_slug)).toEqual(['nimitz-chester-w', 'truman-harry-s']);
    } finally {
      await cleanUp(page, { title });
    }
  });
});

test.describe('an error that stays', () => {
  test.use({ forgivenErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

  for (const width of [390, 320])
    test(`lies over no button of a dialog, of the form or of the place bar at ${width} px`, async ({
      signedIn: page,
    }) => {
      await page.setViewportSize({ width, height: 640 });
      await begin(page, `Nobody hears (${width})`);
      await page.route('**/api/curator/voyages', (route) => route.abort());
      await page.getByRole('button', { name: 'Save Voyage' }).click();
      const error = page.getByRole('alert').filter({ hasText: 'Failed to create voyage' });
      await expect(error).toBeVisible();
      const boxOf = async (what: ReturnType<Page['getByRole']>) => (await what.boundingBox())!;
      const clear = async (what: ReturnType<Page['getByRole']>) => {
        const [toast, other] = [await boxOf(error), await boxOf(what)];
        return toast.y + toast.height <= other.y || other.y + other.height <= toast.y;
      };
      expect(await clear(page.getByRole('button', { name: 'Save Voyage' }))).toBe(true);
      expect(await clear(page.getByRole('link', { name: 'Home' }).last())).toBe(true);
      await page.getByRole('button', { name: '+ New President/Owner' }).click();
      const dialog = page.getByRole('dialog', { name: 'New President/Owner' });
      await expect(dialog).toBeVisible();
      expect(await clear(dialog)).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
      await expect(page).toHaveURL(/\/voyages$/);
    });
});
