import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { UnreliableProxy } from '../pages/unreliable-proxy.ts';
import { aPdf } from '../pages/media-files.ts';
import { expect, signIn, test } from '../pages/test.ts';
import { startVoyage, field, saveVoyage, status, uniqueTitle } from '../pages/voyage-form.ts';

test('the draft keeps a queued file across a reload', async ({ signedIn: page }) => {
  const title = uniqueTitle('Papers in waiting', page);
  const papers = aPdf(`Papers in waiting ${page.viewportSize()?.width}`);
  page.on('dialog', (dialog) => void dialog.accept());
  try {
    await startVoyage(page, title);
    await page.getByLabel('Files for Sources').setInputFiles(papers);
    await field(page, `Credit for ${papers.name}`).fill('The club');
    await expect(status(page)).toHaveText('3 unsaved changes');
    await page.reload();
    await expect(page.getByText(/last edited in this browser just now, with 1 file to upload\./)).toBeVisible();
    await page.getByRole('button', { name: 'Resume draft' }).click();
    await expect(field(page, `Credit for ${papers.name}`)).toHaveValue('The club');
    await saveVoyage(page, 'Save Voyage');
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('figure').filter({ hasText: 'The club' })).toBeVisible();
    await page.goto('/voyages/new');
    await expect(field(page, 'Voyage Title')).toHaveValue('');
  } finally {
    await cleanUp(page, { title });
  }
});

test.describe('a save in more than one step', () => {
  test.use({ expectedConsoleErrors: /status of (?:412|415)/ });

  test('does not conflict with itself', async ({ signedIn: page }) => {
    const title = uniqueTitle('Step by step', page);
    await page.goto('/voyages');
    const headers = { origin: new URL(page.url()).origin };
    try {
      const data = { title, start_date: '1952-07-04' };
      const response = await page.request.post('/api/curator/voyages', { data, headers });
      const { voyage_slug } = (await response.json()) as { voyage_slug: string };
      for (const person_slug of ['truman-harry-s', 'nimitz-chester-w'])
        await page.request.post('/api/curator/people/link-to-voyage', {
          data: { person_slug, voyage_slug, capacity_role: null, is_crew: false, notes: '' },
          headers,
        });
      await page.goto(`/voyages/${voyage_slug}/edit`);
      await page.getByRole('button', { name: /^Move Chester.* up$/ }).click();
      const webPage = {
        name: 'web-page.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('<html>no paper</html>'),
      };
      await page.getByLabel('Files for Sources').setInputFiles([aPdf(title), webPage]);
      await page.getByRole('button', { name: 'Update Voyage' }).click();
      await expect(page.getByText(/^web-page\.pdf was not uploaded\./)).toBeVisible();
      await page.getByRole('button', { name: 'Remove web-page.pdf' }).click();
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

/** A test with a connection to the server that can be cut and restored. */
const onALine = test.extend<{ line: UnreliableProxy }>({
  line: async ({}, use, { project }) => {
    const line = new UnreliableProxy(project.use.baseURL!);
    await line.open();
    await use(line);
    await line.close();
  },
  baseURL: ({ line }, use) => use(line.url),
});

onALine.describe('a server that stops', () => {
  onALine.use({ expectedConsoleErrors: /ERR_|Failed to|Can’t reach/ });

  onALine('while a voyage is saved loses nothing that was typed', async ({ line, page }) => {
    onALine.slow();
    const title = uniqueTitle('Squall off Solomons', page);
    const loggedVoyages = async () =>
      (
        (await (await page.request.get('/api/voyages', { params: { q: title } })).json()) as {
          title: string;
          notes: string | null;
        }[]
      ).filter((item) => item.title === title);
    const resume = async () => page.getByRole('button', { name: 'Resume draft' }).click();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('/');
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
    try {
      // The form: a failed save, a reload, an expired session, another failure, a retry.
      await startVoyage(page, title);
      await line.down();
      await page.getByRole('button', { name: 'Save Voyage' }).click();
      await expect(page.getByText('Failed to create voyage: Can’t reach the server. Try again.')).toBeVisible();
      await expect(status(page)).toContainText('Your changes are kept.');
      await expect(field(page, 'Voyage Title')).toHaveValue(title);
      await line.up();
      await page.reload();
      await resume();
      await expect(field(page, 'Voyage Title')).toHaveValue(title);
      await field(page, 'Notes').fill('The glass fell at noon.');
      await page.context().clearCookies();
      // Forced, because the page may have noticed before the click. Then the click does nothing.
      await page.getByRole('button', { name: 'Save Voyage' }).click({ force: true });
      await signIn(page);
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(field(page, 'Notes')).toHaveValue('The glass fell at noon.');
      await line.down();
      await page.getByRole('button', { name: 'Save Voyage' }).click();
      const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
      await expect(retry).toBeVisible();
      await line.up();
      await retry.click();
      await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
      await expect(page).toHaveURL(/\/voyages$/);
      expect(await loggedVoyages()).toHaveLength(1);

      // The card in the list.
      await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
      await page.getByRole('switch', { name: 'Edit Mode' }).check();
      const editCard = page.getByRole('button', { name: 'Edit', exact: true });
      await page.getByRole('button', { name: `Show details: ${title}` }).click();
      await editCard.click();
      await field(page, 'Notes').fill('It blew over by dusk.');
      await line.down();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Failed to save voyage: Can’t reach the server. Try again.')).toBeVisible();
      await expect(field(page, 'Notes')).toHaveValue('It blew over by dusk.');
      await line.up();
      await page.reload();
      await editCard.click();
      await resume();
      await expect(field(page, 'Notes')).toHaveValue('It blew over by dusk.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
      await expect(page.getByText('It blew over by dusk.')).toBeVisible();
    } finally {
      await cleanUp(page, { title });
    }
  });

  onALine('after saving but before responding causes no second voyage', async ({ signedIn: page }) => {
    const title = uniqueTitle('Said and not heard', page);
    page.on('dialog', (dialog) => void dialog.accept());
    try {
      await startVoyage(page, title);
      await page.route('**/api/curator/voyages', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Save Voyage' }).click();
      await expect(page.getByText('Failed to create voyage: Can’t reach the server. Try again.')).toBeVisible();
      await page.unroute('**/api/curator/voyages');
      await page.reload();
      await page.getByRole('button', { name: 'Resume draft' }).click();
      await saveVoyage(page, 'Save Voyage');
      const response = await page.request.get('/api/voyages', { params: { q: title } });
      expect(((await response.json()) as { title: string }[]).filter((item) => item.title === title)).toHaveLength(1);
    } finally {
      await cleanUp(page, { title });
    }
  });
});

test.describe('a persistent error', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

  for (const width of [390, 320])
    test(`does not cover buttons of a dialog, the form or the navigation at ${width} px`, async ({
      signedIn: page,
    }) => {
      await page.setViewportSize({ width, height: 640 });
      await startVoyage(page, `Nobody hears (${width})`);
      await page.route('**/api/curator/voyages', (route) => route.abort());
      await page.getByRole('button', { name: 'Save Voyage' }).click();
      const error = page.getByRole('alert').filter({ hasText: 'Failed to create voyage' });
      await expect(error).toBeVisible();
      const boxOf = async (what: ReturnType<Page['getByRole']>) => (await what.boundingBox())!;
      const expectClear = (what: ReturnType<Page['getByRole']>) =>
        expect
          .poll(async () => {
            const [toast, other] = [await boxOf(error), await boxOf(what)];
            return toast.y + toast.height <= other.y || other.y + other.height <= toast.y;
          })
          .toBe(true);
      await expectClear(page.getByRole('button', { name: 'Save Voyage' }));
      await expectClear(page.getByRole('link', { name: 'Home' }).last());
      await page.getByRole('button', { name: '+ New President/Owner' }).click();
      const dialog = page.getByRole('dialog', { name: 'New President/Owner' });
      await expect(dialog).toBeVisible();
      await expectClear(dialog);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
      await expect(page).toHaveURL(/\/voyages$/);
    });
});
