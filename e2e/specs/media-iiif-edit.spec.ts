import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '../pages/archive-command.ts';
import { aLargeJpeg, deleteTestMedia } from '../pages/media-files.ts';
import { fileOfPackage } from '../pages/published-package.ts';
import { expect, test } from '../pages/test.ts';

const MIRADOR = {
  specifier: 'mirador@4.0.0',
  integrity: 'sha512-uWsE9e2oqSc/lUu+vVwDGhTsycuhGsfZ2KfX6CLfXiT3wgGy6qT9+q5M3V9Zz72hkdIgsJugKesaowmRtYmvrA==',
};

/** Opens a third-party viewer on a page of the archive's origin, so that it has the session. */
async function openViewer(page: Page, script: string, start: string): Promise<void> {
  await page.route('**/other-viewer/*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body:
            '<!doctype html><html lang="en"><title>Viewer</title><link rel="icon" href="data:,">' +
            '<div id="viewer" style="position: relative; height: 600px"></div>' +
            `<script src="viewer.js"></script><script>${start}</script></html>`,
        }),
  );
  await page.goto('/other-viewer/page.html');
}

/** Uploads a picture with tiles. Returns its slug and the paths of the image requests from then on. */
async function aTiledPicture(page: Page, title: string): Promise<{ slug: string; images: string[] }> {
  const { origin } = new URL(page.url());
  const response = await page.request.post('/api/curator/media/upload', {
    headers: { origin },
    multipart: { title, media_slug: 'auto', credit: 'U.S. Navy', file: await aLargeJpeg(page, title) },
  });
  const { media_slug: slug } = (await response.json()) as { media_slug: string };
  const state = async () => {
    const view = await page.request.get(`/api/media/${slug}/view`);
    return ((await view.json()) as { state: string }).state;
  };
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
  const images: string[] = [];
  page.on('response', (received) => {
    const { pathname } = new URL(received.url());
    if (pathname.startsWith('/iiif/image/') && received.ok()) images.push(pathname);
  });
  return { slug, images };
}

test('OpenSeadragon zooms through the image service', async ({ signedIn: page }, { project }) => {
  test.slow();
  const prefix = `Service ${project.name}`;
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  try {
    const { slug, images } = await aTiledPicture(page, prefix);
    const library = createRequire(join(ROOT, 'apps/media-mfe/package.json')).resolve('openseadragon');
    await openViewer(
      page,
      readFileSync(library, 'utf8'),
      `const viewer = OpenSeadragon({
        id: 'viewer',
        tileSources: '/iiif/image/${slug}/1/info.json',
        showNavigationControl: false,
      });
      viewer.addHandler('open', () => viewer.viewport.zoomTo(viewer.viewport.imageToViewportZoom(1), null, true));
      const sizeOfPicture = () => {
        const size = viewer.world.getItemAt(0)?.getContentSize();
        return size && [size.x, size.y, viewer.world.getItemAt(0).getFullyLoaded()];
      };`,
    );
    await expect.poll(() => page.evaluate('sizeOfPicture()')).toEqual([3840, 2400, true]);
    expect(images.filter((path) => /\/\d+,\d+,\d+,\d+\/\d+,\d+\/0\/default\.jpg$/.test(path)).length).toBeGreaterThan(
      1,
    );
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

test.describe('Mirador', () => {
  // A library in the bundle of Mirador logs this with the bundled React.
  test.use({ expectedConsoleErrors: /Accessing element\.ref was removed in React 19/ });

  test('opens the manifest of a picture', async ({ signedIn: page }, { project }) => {
    test.slow();
    const prefix = `Manifest ${project.name}`;
    await page.goto('/media-explorer');
    await deleteTestMedia(page, prefix);
    try {
      const { slug, images } = await aTiledPicture(page, prefix);
      await openViewer(
        page,
        await fileOfPackage(MIRADOR.specifier, MIRADOR.integrity, 'dist/mirador.min.js'),
        `Mirador.viewer({
          id: 'viewer',
          windows: [{ manifestId: location.origin + '/iiif/media/${slug}/manifest.json', sideBarOpen: true, sideBarPanel: 'info' }],
        });`,
      );
      await expect(page.getByRole('heading', { name: prefix }).first()).toBeVisible();
      await expect(page.getByRole('definition').filter({ hasText: `${prefix}.jpg` })).toBeVisible();
      await page.getByRole('tab', { name: 'Rights' }).click();
      await expect(page.getByText('U.S. Navy').first()).toBeVisible();
      await expect.poll(() => images.length, { timeout: 30_000 }).toBeGreaterThan(0);
    } finally {
      await deleteTestMedia(page, prefix);
    }
  });
});
