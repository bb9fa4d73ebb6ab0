import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';
import { field, pressAndRelease, saveVoyage, startVoyage, typeInto, uniqueTitle } from '../pages/voyage-form.ts';

test('dates and times are accepted as people write them, and Save names what it can’t store', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}) => {
  const title = uniqueTitle('Read as written', page);
  try {
    await startVoyage(page, title);
    const start = field(page, /^Start Date/);
    await start.clear();
    await start.pressSequentially('June 12, 1947');
    await field(page, 'Start Time').pressSequentially('6:30 pm');
    await field(page, 'End Date').pressSequentially('14/14/1948');
    await field(page, 'End Time').pressSequentially('630');
    await field(page, 'Notes').click();
    await expect(start).toHaveValue('1947-06-12');
    await expect(page.getByText('June 12, 1947', { exact: true })).toBeVisible();
    await expect(field(page, 'Start Time')).toHaveValue('18:30');
    await expect(page.getByText('6:30 PM', { exact: true })).toBeVisible();
    await expect(field(page, 'End Time')).toHaveValue('06:30');
    await expect(page.getByText(/^Enter a valid date/)).toBeVisible();
    expect(await problems(page)).toEqual([]);

    await typeInto(page, field(page, 'Curator Notes'), 'Far from the dates.');
    await expect(field(page, 'End Date')).not.toBeInViewport();
    await pressAndRelease(page, page.getByRole('button', { name: 'Save Voyage' }));
    await expect(page.getByText('Not saved. Fix 1 field.')).toBeInViewport();
    await expect(page.getByText('Fix these fields')).toBeInViewport();
    expect(await problems(page)).toEqual([]);
    await page.getByRole('button', { name: 'End Date' }).click();
    await expect(field(page, 'End Date')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7/4/1948');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
    const response = await page.request.get('/api/voyages', { params: { q: title } });
    expect(await response.json()).toMatchObject([
      { start_date: '1947-06-12', start_time: '18:30', end_date: '1948-07-04', end_time: '06:30' },
    ]);
  } finally {
    await cleanUp(page, { title });
  }
});

test('approximate dates are kept, found, placed on the timeline, exported and imported with the same meaning', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}) => {
  const title = uniqueTitle('Roughly dated', page);
  try {
    await startVoyage(page, title);
    const start = field(page, /^Start Date/);
    await start.clear();
    await start.pressSequentially('Summer of 1946');
    await field(page, 'End Date').pressSequentially('c. 1947');
    await field(page, 'Notes').click();
    await expect(start).toHaveAccessibleDescription('Summer 1946');
    await expect(field(page, 'End Date')).toHaveAccessibleDescription('about 1947');
    await expect(field(page, 'End Date')).toHaveValue('c. 1947');
    expect(await problems(page)).toEqual([]);
    await saveVoyage(page, 'Save Voyage');

    const words = encodeURIComponent(title);
    await page.goto(`/voyages?q=${words}&date_from=1946-12&date_to=1946-12`);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText('Summer 1946 – about 1947', { exact: true })).toBeVisible();
    await expect(page.getByText('in the source: “Summer of 1946” to “c. 1947”')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.goto(`/voyages?q=${words}&date_from=1946&date_to=1946-05`);
    await expect(page.getByText('No voyages found.')).toBeVisible();

    await page.goto('/voyages');
    await page.getByRole('button', { name: 'Timeline' }).click();
    await page.getByRole('combobox', { name: 'Year' }).selectOption('1946');
    await page.getByRole('button', { name: 'June 1946, has records' }).click();
    const group = page.getByRole('region', { name: 'Summer 1946, exact day unknown' });
    await expect(group.getByRole('link', { name: title })).toBeVisible();
    await expect(group.getByText('Summer 1946, exact day unknown')).toBeVisible();
    expect(await problems(page)).toEqual([]);

    const csv = await (await page.request.get('/api/export/voyages', { params: { q: title } })).text();
    await page.goto('/voyages/import');
    const load = (name: string, text: string) =>
      page.getByLabel(/Choose a document/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await load('export.csv', csv);
    await expect(page.getByText(/^The archive already has everything in this document/)).toBeVisible();
    await page.goto('/voyages/import');
    await load('notes.csv', `start_date,title\r\ncirca 1931,${title}\r\n`);
    await expect(page.getByText('“circa 1931” is understood as about 1931.')).toBeVisible();
  } finally {
    await cleanUp(page, { title });
  }
});

test('text that is typed but not added is saved, or Save stops and names it', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}) => {
  const title = uniqueTitle('Typed, not added', page);
  const name = 'Ambrose Quillfeather';
  if ((page.viewportSize()?.width ?? 0) > 1000) await page.setViewportSize({ width: 1440, height: 900 });
  const save = page.getByRole('button', { name: 'Save Voyage' });
  const named = page.getByRole('alert').getByText(`Finish adding ${name}, or clear the name.`).first();
  try {
    await startVoyage(page, title);
    // A person: in the search, then in the panel.
    const picker = page.getByRole('combobox', { name: 'Add a person' });
    await typeInto(page, picker, name);
    await pressAndRelease(page, save);
    await expect(named).toBeVisible();
    await expect(picker).toBeFocused();
    await page.getByRole('option', { name: /as a new person/ }).click();
    const panel = page.getByRole('group', { name: 'New person' });
    await typeInto(page, panel.getByRole('textbox', { name: 'Role/Title' }), 'Pilot');
    await pressAndRelease(page, save);
    await expect(named).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Rank or honorific' })).toBeFocused();
    expect(await problems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Add person' }).click();

    // The source of a spin without its quote.
    await page.getByRole('button', { name: 'Add spin' }).click();
    await typeInto(page, field(page, 'Source'), 'Daily Press');
    await pressAndRelease(page, save);
    await expect(page.getByText('Not saved. Fix 1 field.')).toBeInViewport();
    await typeInto(page, field(page, 'Quote'), 'She heels like a duchess.');

    await typeInto(page, field(page, 'Citation or link').last(), 'Club yearbook, 1952');
    await pressAndRelease(page, save);
    await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
    const [saved] = (await (await page.request.get('/api/voyages', { params: { q: title } })).json()) as {
      voyage_slug: string;
    }[];
    const voyage = await page.request.get(`/api/voyages/${saved!.voyage_slug}`);
    expect(await voyage.json()).toMatchObject({
      additional_sources: [{ url: 'Club yearbook, 1952' }],
      spin: [{ spin: 'She heels like a duchess.', source: 'Daily Press' }],
      passengers: [{ full_name: name, role_title: 'Pilot' }],
    });
  } finally {
    await cleanUp(page, { title });
  }
});

test('Cancel in a card asks before it discards changes', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: accessibilityProblems,
}) => {
  const title = uniqueTitle('Second thoughts', page);
  await page.goto('/voyages');
  try {
    await page.request.post('/api/curator/voyages', {
      data: { title, start_date: '1951-02-03', notes: 'Ice at noon.' },
      headers: { origin: new URL(page.url()).origin },
    });
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Show details: ${title}` }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await field(page, 'Notes').clear();
    await typeInto(page, field(page, 'Notes'), 'Something else.');
    await pressAndRelease(page, page.getByRole('button', { name: 'Cancel' }));
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect(dialog).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(page, 'Notes')).toHaveValue('Something else.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByText('Ice at noon.')).toBeVisible();
  } finally {
    await cleanUp(page, { title });
  }
});
