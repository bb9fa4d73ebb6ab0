import type { UploadVoyage } from '@archive/shell-api';
import {
  accessibilityProblems,
  aMediaItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
  testQueryClient,
} from '@archive/testing';
import { toast, Toaster } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useState } from 'react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeUpload, installFakeUploads } from '../test/fake-uploads.ts';
import { ANN, BEN, installPeople, removePeople } from '../test/people-remote.tsx';
import { uploads } from './features/upload/store/upload-store.ts';
import { component as MediaUpload } from './features/upload/upload-dialog.tsx';
import { component as UploadTray } from './features/upload/tray/upload-tray.tsx';

const api = mockApi();
const VOYAGE: UploadVoyage = { voyage_slug: '1946-07-07-truman', president_name: 'Harry S. Truman' };
const storedItem = (overrides = {}) => ({ ...aMediaItem(overrides), linked_to_voyage: true });
const photo = (name: string) => new File(['picture'], name, { type: 'image/png', lastModified: 1 });
const photos = (count: number) => Array.from({ length: count }, (_, index) => photo(`${index + 1}.png`));
const conflict = (members: Record<string, string>) => ({
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'This file is already in the media library as “The first print”.',
  ...members,
});
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const tray = () => screen.findByRole('region', { name: 'Uploads' });
const waitForUploads = async (count: number) => {
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(count));
  return FakeUpload.sent;
};
const title = (upload: FakeUpload | undefined) => upload?.fields['title'];

const SAVE = 'PUT /api/curator/media/{media_slug}';
const ATTACH = 'POST /api/curator/media/{media_slug}/attach';

/** A page with the upload dialog and the tray. */
function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <MediaUpload open={open} voyage={VOYAGE} onClose={() => setOpen(false)} />
      <UploadTray />
      <Toaster />
    </>
  );
}

async function choose(files: File[]) {
  const view = await renderRoute([{ index: true, element: <Page /> }], '/');
  await view.user.upload(await screen.findByLabelText(/Choose files/), files);
  await screen.findByRole('textbox', { name: `Title of ${files[0]!.name}` });
  return view;
}

async function upload(files: File[]) {
  const view = await choose(files);
  await view.user.click(await button('Upload'));
  await tray();
  return view;
}

beforeEach(() => {
  installFakeUploads();
  installPeople();
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/people', page([]));
  api.respond('GET /api/presidents', page([]));
});
afterEach(() => {
  act(() => uploads.remove(uploads.items().map(({ id }) => id)));
  localStorage.clear();
  act(() => toast.dismiss());
});

describe('the upload tray', () => {
  test('sends three files at a time after the dialog has closed, and says when all are uploaded', async () => {
    const { user } = await upload(photos(5));
    expect(screen.queryByRole('dialog')).toBeNull();
    const first = await waitForUploads(3);
    expect(within(await tray()).getByText('Uploading: 0 of 5 done')).toBeInTheDocument();
    act(() => first[1]!.respond(201, storedItem({ media_slug: 'two' })));
    await waitForUploads(4);
    act(() => first[0]!.respond(201, storedItem()));
    const all = await waitForUploads(5);
    for (const fake of all.slice(2)) act(() => fake.respond(201, storedItem()));
    expect(await screen.findByText('Media uploaded successfully!')).toBeInTheDocument();
    expect(screen.getByText('5 uploaded')).toBeInTheDocument();
    expect(FakeUpload.sent.map(title)).toEqual(['1', '2', '3', '4', '5']);
    await user.click(await button('Close uploads'));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  test('asks before the page is closed while uploads are unfinished', async () => {
    await upload(photos(2));
    const [one, two] = await waitForUploads(2);
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    act(() => one!.respond(201, storedItem()));
    act(() => two!.respond(201, storedItem()));
    await screen.findByText('Media uploaded successfully!');
    expect(leave()).toBe(false);
  });

  test('pauses, resumes, cancels and retries', async () => {
    const { user } = await upload(photos(4));
    await waitForUploads(3);
    await user.click(await button('Pause'));
    expect(await screen.findByText('Paused: 0 of 4 done')).toBeInTheDocument();
    expect(FakeUpload.sent.every(({ aborted }) => aborted)).toBe(true);
    await user.click(await button('Resume'));
    const again = (await waitForUploads(6)).slice(3);
    expect(again.map(title)).toEqual(['1', '2', '3']);
    await user.click(await button('Show files'));
    await user.click(await button('Cancel the upload of 2.png'));
    expect(again[1]!.aborted).toBe(true);
    expect(title((await waitForUploads(7))[6])).toBe('4');
    act(() => again[0]!.respond(415, { title: 'Unsupported', status: 415, detail: 'Web pages can’t be uploaded.' }));
    expect(await screen.findByText('Web pages can’t be uploaded.')).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Retry the upload of 1.png'));
    expect(title((await waitForUploads(8))[7])).toBe('1');
  });

  test('names the place of each file in the table, also when it is sent again', async () => {
    const { user } = await upload(photos(4));
    await waitForUploads(3);
    await user.click(await button('Pause'));
    await user.click(await button('Resume'));
    const again = (await waitForUploads(6)).slice(3);
    act(() => again[0]!.respond(415, { title: 'Unsupported', status: 415, detail: 'Web pages can’t be uploaded.' }));
    await waitForUploads(7);
    await user.click(await button('Show files'));
    act(() => again[1]!.respond(201, storedItem()));
    await user.click(await button('Retry the upload of 1.png'));
    const sent = await waitForUploads(8);
    const places = sent.map((fake) => `${title(fake)} at ${fake.fields['batch_position']}`);
    expect(new Set(places)).toEqual(new Set(['1 at 0', '2 at 1', '3 at 2', '4 at 3']));
    const batches = new Set(sent.map(({ fields }) => fields['batch_id']));
    expect([...batches]).toEqual([expect.stringMatching(/^[\da-f]{32}$/)]);
  });

  test('lists duplicates without stopping the queue, and applies the decisions', async () => {
    api.respond('GET /api/media/{slug}', aMediaItem({ media_slug: 'first', title: 'The first print' }));
    api.respond(ATTACH, aMediaItem());
    api.respond(SAVE, aMediaItem());
    const { user } = await upload(photos(4));
    const [one, two, three] = await waitForUploads(3);
    act(() => one!.respond(409, conflict({ media_slug: 'first' })));
    act(() => two!.respond(409, conflict({ media_slug: 'first' })));
    act(() => three!.respond(409, conflict({ media_slug: 'first' })));
    const four = (await waitForUploads(4))[3]!;
    act(() => four.respond(201, storedItem()));
    await user.click(await button('Review 3 duplicates'));
    const review = await screen.findByRole('dialog', { name: 'Review duplicates' });
    expect((await within(review).findAllByText('The first print'))[0]).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);

    await user.click(within(review).getByRole('button', { name: 'Use existing (attach it here): 1.png' }));
    await waitFor(() => expect(api.requests(ATTACH)).toHaveLength(1));
    expect(api.requests(ATTACH)[0]).toMatchObject({
      params: { media_slug: 'first' },
      body: {
        voyage_slug: VOYAGE.voyage_slug,
        media_category: 'source',
        people: [],
        batch_id: one!.fields['batch_id'],
        batch_position: 0,
      },
    });
    await user.click(await within(review).findByRole('button', { name: 'Keep both: 2.png' }));
    const second = (await waitForUploads(5))[4]!;
    expect(second.fields).toMatchObject({ title: '2', allow_duplicate: '1', batch_position: '1' });
    act(() => second.respond(201, storedItem()));
    await user.click(await within(review).findByRole('button', { name: 'Replace: 3.png' }));
    expect(await within(review).findByText('No duplicates left to review.')).toBeInTheDocument();
    await user.click(within(review).getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('2 uploaded, 1 duplicate linked, 1 record replaced')).toBeInTheDocument();
    // Only entered fields are sent: title and type are still the file's defaults.
    expect(api.requests(SAVE)).toEqual([]);
  });

  test('applies one decision to all duplicates, including those in the trash', async () => {
    api.respond(ATTACH, aMediaItem());
    api.respond('POST /api/curator/trash/restore', { restored: ['thrown'], failures: [] });
    api.respond('GET /api/media/{slug}', aMediaItem({ media_slug: 'thrown' }));
    const { user } = await upload(photos(2));
    for (const fake of await waitForUploads(2)) act(() => fake.respond(409, conflict({ trashed_slug: 'thrown' })));
    await user.click(await button('Review 2 duplicates'));
    await user.click(await button('Restore from the trash for all'));
    expect(await screen.findByText('No duplicates left to review.')).toBeInTheDocument();
    expect(api.requests('POST /api/curator/trash/restore')).toHaveLength(2);
  });

  describe('with similar images in the library', () => {
    const SIMILAR = 'GET /api/media/{slug}/similar';
    const MERGE = 'POST /api/curator/media/{media_slug}/merge';
    const UNDO = 'POST /api/curator/media/{media_slug}/undo-merge';
    const EXISTING = aMediaItem({ media_slug: 'print', title: 'The first print', credit: 'Navy', date: '1946' });
    const merged = (media_slug: string) => ({
      media_slug,
      into: 'print',
      file_sha256: null,
      voyages: [VOYAGE.voyage_slug],
      albums: [],
      people: [],
    });
    beforeEach(() => {
      api.respond(SIMILAR, ({ params }) => ({
        items: params['slug']?.startsWith('scan') ? [{ ...EXISTING, distance: 3 }] : [],
      }));
      api.respond('GET /api/media/{slug}', ({ params }) =>
        params['slug'] === 'print' ? EXISTING : aMediaItem({ media_slug: params['slug'] ?? '' }),
      );
      api.respond(MERGE, ({ params }) => merged(params['media_slug'] ?? ''));
      api.respond(UNDO, aMediaItem());
    });
    /** Uploads a number of scans, and a file that is not similar to any other. */
    const uploadedScans = async (count: number, overrides = {}) => {
      const view = await upload(photos(count + 1));
      for (const [index, fake] of (await waitForUploads(count + 1)).entries()) {
        const scan = { media_slug: `scan-${index + 1}`, ...overrides };
        act(() => fake.respond(201, storedItem(index < count ? scan : { media_slug: 'other' })));
      }
      return view;
    };

    test('asks about them separately from identical files, and applies the decisions', async () => {
      const { user } = await upload(photos(4));
      const [one, two, three] = await waitForUploads(3);
      act(() => one!.respond(409, conflict({ media_slug: 'print' })));
      act(() => two!.respond(201, storedItem({ media_slug: 'scan-2' })));
      act(() => three!.respond(201, storedItem({ media_slug: 'scan-3' })));
      const four = (await waitForUploads(4))[3]!;
      act(() => four.respond(201, storedItem({ media_slug: 'scan-4' })));
      await user.click(await button('Review 1 duplicate and 3 similar images'));
      const review = await screen.findByRole('dialog', { name: 'Review duplicates' });
      const same = within(review).getByRole('region', { name: 'Same file' });
      const similar = within(review).getByRole('region', { name: 'Similar images' });
      expect(within(within(same).getByRole('list')).getAllByRole('listitem')).toHaveLength(1);
      expect(within(within(similar).getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
      expect((await within(similar).findAllByText('In the library · Navy · 1946'))[0]).toBeInTheDocument();
      expect(await accessibilityProblems(document.body)).toEqual([]);

      await user.click(within(similar).getByRole('button', { name: 'Use existing (attach it here): 2.png' }));
      await waitFor(() => expect(api.requests(MERGE)).toHaveLength(1));
      await user.click(await within(similar).findByRole('button', { name: 'Replace: 3.png' }));
      await waitFor(() => expect(api.requests(MERGE)).toHaveLength(2));
      expect(api.requests(MERGE)).toMatchObject([
        { params: { media_slug: 'scan-2' }, body: { into: 'print', keep_file: 'existing' } },
        { params: { media_slug: 'scan-3' }, body: { into: 'print', keep_file: 'new' } },
      ]);
      await user.click(await within(similar).findByRole('button', { name: 'Keep both: 4.png' }));
      await waitFor(() => expect(within(review).queryByRole('region', { name: 'Similar images' })).toBeNull());
      expect(api.requests(MERGE)).toHaveLength(2);
      expect(
        await screen.findByText('1 uploaded, 1 similar image moved to the trash, 1 record replaced'),
      ).toBeInTheDocument();
    });

    test('applies one decision to all, with Undo', async () => {
      const { user } = await uploadedScans(2);
      await user.click(await button('Review 2 similar images'));
      await user.click(await button('Use existing (attach it here) for all similar images'));
      expect(await screen.findByText('No duplicates left to review.')).toBeInTheDocument();
      await user.click(await button('Done'));
      await user.click(await button('Undo'));
      await waitFor(() => expect(api.requests(UNDO)).toHaveLength(2));
      const { media_slug: _slug, ...body } = merged('scan-2');
      expect(api.requests(UNDO)[0]).toMatchObject({ params: { media_slug: 'scan-2' }, body });
      expect(await button('Review 2 similar images')).toBeInTheDocument();
    });

    test('shows beside the picture why a decision failed', async () => {
      api.respond(MERGE, problem(409, 'This is the portrait of Ann Lee. Choose another portrait there first.'));
      const { user } = await uploadedScans(1);
      await user.click(await button('Review 1 similar image'));
      await user.click(await button('Use existing (attach it here): 1.png'));
      const review = await screen.findByRole('dialog', { name: 'Review duplicates' });
      expect(await within(review).findByText(/portrait of Ann Lee/)).toBeInTheDocument();
      expect(within(review).getByRole('button', { name: 'Keep both: 1.png' })).toBeInTheDocument();
    });

    test('asks once about two similar files of one upload', async () => {
      const found: Record<string, string> = { 'scan-1': 'scan-2', 'scan-2': 'scan-1' };
      api.respond(SIMILAR, ({ params }) => {
        const media_slug = found[params['slug'] ?? ''];
        return { items: media_slug === undefined ? [] : [{ ...aMediaItem({ media_slug }), distance: 2 }] };
      });
      await uploadedScans(2);
      expect(await button('Review 1 similar image')).toBeInTheDocument();
    });

    const PREFIX = 'frame-part/media/upload-tray/';
    const storedLists = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    /** Simulates a reload, which leaves the list under the previous page's key. */
    async function reload() {
      const list = localStorage.getItem(storedLists()[0] ?? '') ?? '';
      act(() => uploads.remove(uploads.items().map(({ id }) => id)));
      localStorage.setItem(`${PREFIX}before`, list);
      await act(() => uploads.start(testQueryClient(), 'curator'));
    }

    test('asks again after a reload until a decision is made', async () => {
      const { user } = await uploadedScans(1);
      await button('Review 1 similar image');
      await reload();
      await user.click(await button('Review 1 similar image'));
      await user.click(await button('Keep both: 1.png'));
      await screen.findByText('No duplicates left to review.');
      expect(storedLists()).toEqual([]);
    });

    test('after a reload compares files whose previews weren’t ready before', async () => {
      const scan = { media_slug: 'scan-1', preview_state: 'waiting' } as const;
      api.respond('GET /api/media', page([aMediaItem(scan)]));
      await uploadedScans(1, scan);
      await screen.findByText('Media uploaded successfully!');
      await reload();
      expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
      api.respond('GET /api/media', page([aMediaItem({ ...scan, preview_state: 'ready' })]));
      expect(
        await screen.findByRole('button', { name: 'Review 1 similar image' }, { timeout: 8000 }),
      ).toBeInTheDocument();
    });
  });

  test('lists damaged files in one summary, separately from files without a preview', async () => {
    const waiting = { preview_state: 'waiting' } as const;
    const damage = { preview_error: 'The file is damaged.', preview_failure: 'damaged' } as const;
    const lock = { preview_error: 'The PDF is password-protected.', preview_failure: 'unsupported' } as const;
    api.respond(
      'GET /api/media',
      page([
        aMediaItem({ media_slug: 'torn', preview_state: 'failed', ...damage }),
        aMediaItem({ media_slug: 'locked', preview_state: 'failed', ...lock }),
      ]),
    );
    const { user } = await upload(photos(3));
    const [one, two, three] = await waitForUploads(3);
    act(() => one!.respond(201, storedItem({ media_slug: 'torn', ...waiting })));
    act(() => two!.respond(201, storedItem({ media_slug: 'locked', ...waiting })));
    act(() => three!.respond(201, storedItem({ media_slug: 'intact' })));
    const summary = '1 uploaded, 1 damaged, 1 without a preview';
    expect(await screen.findByText(summary, {}, { timeout: 4000 })).toBeInTheDocument();
    await user.click(await button('Show'));
    const [damaged, locked] = within(screen.getByRole('list', { name: 'Uploaded files' })).getAllByRole('listitem');
    expect(damaged).toHaveTextContent('1.pngThe file is damaged. Replace it with a better copy on its page.');
    expect(locked).toHaveTextContent('2.pngUploaded. The PDF is password-protected. Download it to open it.');
    const link = screen.getByRole('link', { name: 'Open page: 1.png' });
    expect(link).toHaveAttribute('href', '/media/torn');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(link);
    expect(screen.queryByRole('list', { name: 'Uploaded files' })).toBeNull();
  });

  test('saves edits made during and after the upload', async () => {
    api.respond(SAVE, aMediaItem());
    const { user } = await upload(photos(2));
    const [one, two] = await waitForUploads(2);
    await user.click(await button('Edit details'));
    const field = (name: string) => screen.findByRole('textbox', { name });
    await user.type(await field('Title of 1.png'), ' at the rail');
    act(() => one!.respond(201, storedItem({ media_slug: 'one' })));
    await waitFor(() => expect(api.requests(SAVE)).toHaveLength(1));
    expect(api.requests(SAVE)[0]).toMatchObject({ body: { title: '1 at the rail' } });
    act(() => two!.respond(201, storedItem({ media_slug: 'two' })));
    await user.type(await field('Alternative Text of 2.png'), 'A yacht');
    await user.tab();
    await waitFor(() => expect(api.requests(SAVE)).toHaveLength(2));
    expect(api.requests(SAVE)[1]).toMatchObject({ body: { alt_text: 'A yacht' } });
    await user.type(await field('Date of 2.png'), 'c. 1947');
    await user.tab();
    await waitFor(() => expect(api.requests(SAVE)).toHaveLength(3));
    expect(api.requests(SAVE)[2]?.body).toEqual({ date: '1947~' });
  });

  test('saves the people of a stored file, and keeps marks that others made in the meantime', async () => {
    const PEOPLE = 'PUT /api/curator/media/{media_slug}/people';
    const region = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
    const marked = { ...BEN, role_title: null, portrait_url: null, region };
    const people = { media_slug: 'one', people: [marked], suggested: [] };
    api.respond('GET /api/media/{media_slug}/people', () => Response.json(people, { headers: { etag: '"4"' } }));
    let attempts = 0;
    api.respond(PEOPLE, () => ((attempts += 1) === 1 ? problem(412, 'Changed.') : Response.json(people)));
    const { user } = await upload(photos(2));
    const [one] = await waitForUploads(2);
    act(() => one!.respond(201, storedItem({ media_slug: 'one' })));
    await user.click(await button('Edit details'));
    await user.click(await button('Add people in 1.png'));
    await user.click(await button('Ann Lee'));
    await waitFor(() => expect(api.requests(PEOPLE)).toHaveLength(2));
    expect(api.requests(PEOPLE)[1]?.body).toEqual({
      people: [
        { person_slug: BEN.person_slug, region },
        { person_slug: ANN.person_slug, region: null },
      ],
    });
    expect(api.requests(PEOPLE)[1]?.headers.get('if-match')).toBe('"4"');
  });

  test('keeps the list across a reload, asks for the files again, and sends them with the same key', async () => {
    const { user } = await upload(photos(2));
    const before = await waitForUploads(2);
    act(() => before[0]!.respond(201, storedItem()));
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith('frame-part/media/upload-tray/'));
    const list = localStorage.getItem(key!)!;
    // Simulate a reload, which loses the files and leaves the list under the previous page's key.
    act(() => uploads.remove(uploads.items().map(({ id }) => id)));
    localStorage.setItem('frame-part/media/upload-tray/before', list);
    await act(() => uploads.start(testQueryClient(), 'someone-else'));
    expect(uploads.items()).toEqual([]);
    await act(() => uploads.start(testQueryClient(), 'curator'));
    expect(localStorage.getItem('frame-part/media/upload-tray/before')).toBeNull();
    expect(await screen.findByText('Uploads need your attention')).toBeInTheDocument();
    const input = screen.getByLabelText('Choose the files again');
    await user.upload(input, photo('other.png'));
    expect(await screen.findByText(/^These files don’t match an unfinished upload: other\.png/)).toBeInTheDocument();
    await user.upload(input, photo('2.png'));
    const resumed = (await waitForUploads(3))[2]!;
    expect(resumed.headers.get('idempotency-key')).toBe(before[1]!.headers.get('idempotency-key'));
    expect(resumed.fields).toEqual(before[1]!.fields);
  });
});

describe('the table of files', () => {
  const value = (name: string) => screen.getByRole(name.startsWith('Media Type') ? 'combobox' : 'textbox', { name });

  test('fills down from the most recently edited file, and can be undone', async () => {
    const { user } = await choose(photos(3));
    await user.type(value('Date of 2.png'), '1946');
    await user.type(value('Date of 3.png'), '1947');
    await user.click(value('Date of 2.png'));
    await user.click(await button('Date'));
    expect(value('Date of 1.png')).toHaveValue('');
    expect(value('Date of 3.png')).toHaveValue('1946');
    await user.click(await button('Undo'));
    expect(value('Date of 3.png')).toHaveValue('1947');
    await user.type(value('Alternative Text of 1.png'), 'A yacht');
    fireEvent.keyDown(value('Alternative Text of 1.png'), { key: 'd', ctrlKey: true });
    expect(value('Alternative Text of 3.png')).toHaveValue('A yacht');
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  test('accepts cells pasted from a spreadsheet', async () => {
    await choose(photos(3));
    const text = 'At the rail\tJune 16, 1946\tLogbook\r\n"Two\nlines and ""quotes"""\t1947\r\n';
    fireEvent.paste(value('Title of 2.png'), { clipboardData: { getData: () => text, files: [] } });
    expect(value('Title of 1.png')).toHaveValue('1');
    expect(value('Title of 2.png')).toHaveValue('At the rail');
    expect(value('Date of 2.png')).toHaveValue('1946-06-16');
    expect(value('Media Type of 2.png')).toHaveValue('logbook');
    expect(value('Date of 3.png')).toHaveValue('1947');
    expect(screen.getByText('2 files changed.')).toBeInTheDocument();
  });

  test('sends the shared fields with each file, and prefers the file’s own date', async () => {
    const { user } = await choose(photos(2));
    await user.type(screen.getByRole('textbox', { name: 'Date for all files' }), '1946');
    await user.type(value('Date of 2.png'), '1947');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rights' }), 'Public domain');
    await user.click(await button('Upload'));
    const [one, two] = await waitForUploads(2);
    expect(one!.fields).toMatchObject({ date: '1946', rights: expect.stringContaining('publicdomain/mark') });
    expect(two!.fields).toMatchObject({ date: '1947' });
  });

  test('takes approximate dates, typed, pasted, filled down or for all files, and sends how they are understood', async () => {
    const { user } = await choose(photos(3));
    await user.type(screen.getByRole('textbox', { name: 'Date for all files' }), '1940s');
    const pasted = { getData: () => 'c. 1947\r\nsummer 1946\r\n', files: [] };
    fireEvent.paste(value('Date of 1.png'), { clipboardData: pasted });
    expect(value('Date of 1.png')).toHaveValue('c. 1947');
    expect(value('Date of 1.png')).toHaveAccessibleDescription('about 1947');
    await user.click(value('Date of 2.png'));
    await user.click(await button('Date'));
    expect(value('Date of 3.png')).toHaveAccessibleDescription('Summer 1946');
    await user.clear(value('Date of 3.png'));
    await user.type(value('Date of 2.png'), '–x');
    await user.click(await button('Upload'));
    expect(await screen.findByText('Fix the dates')).toBeInTheDocument();
    expect(value('Date of 2.png')).toHaveAccessibleDescription(
      /^Enter a valid date, such as .*, c\. 1941, or summer 1941/,
    );
    await user.type(value('Date of 2.png'), '{Backspace}{Backspace}');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Upload'));
    expect((await waitForUploads(3)).map(({ fields }) => fields['date'])).toEqual(['1947~', '1946-22', '194X']);
  });

  test('sends the people entered for all files and for a single file, each person only once', async () => {
    const { user } = await choose(photos(3));
    await user.click(await button('Ann Lee'));
    expect(screen.getByRole('button', { name: 'Remove Ann Lee' })).toBeVisible();
    await user.click(await button('Add people in 2.png'));
    const own = screen.getByRole('group', { name: 'People in 2.png' });
    await user.click(within(own).getByRole('button', { name: 'Ben Ray' }));
    await user.click(within(own).getByRole('button', { name: 'Ann Lee' }));
    await user.click(await button('Done adding people in 2.png'));
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('People'));
    await user.click(await button('Upload'));
    expect((await waitForUploads(3)).map(({ fields }) => fields['people'])).toEqual([
      'lee-ann',
      'lee-ann,ray-ben',
      'lee-ann,ray-ben',
    ]);
  });

  test('does not discard a name that was typed but not chosen', async () => {
    const { user } = await choose(photos(2));
    await user.click(await button('Type a name'));
    await user.click(await button('Upload'));
    expect(await screen.findByText('Choose “Ann” from the list of matches, or clear the name')).toBeVisible();
    expect(FakeUpload.sent).toEqual([]);
    await user.click(await button('Ann Lee'));
    await user.click(await button('Upload'));
    expect((await waitForUploads(2))[0]!.fields['people']).toBe('lee-ann');
  });

  test('can upload without people when the list of people can’t be loaded', async () => {
    removePeople();
    api.respond('POST /api/frontends/failures', () => noContent());
    const { user } = await choose(photos(2));
    expect(await screen.findByText(/^Can’t load people right now/)).toBeVisible();
    await user.click(await button('Upload'));
    expect((await waitForUploads(2))[0]!.fields).not.toHaveProperty('people');
  });
});
