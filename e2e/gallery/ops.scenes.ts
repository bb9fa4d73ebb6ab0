import type { Page } from '@playwright/test';
import { UNAVAILABLE, enableEditMode, neverRespond, respondWithError, scene } from './scene.ts';

const OPS = '9 Operations and care';
const FRONT_ENDS = '**/api/frontends';

/** Opens a page in Edit Mode and waits for its heading. */
const openPage = (address: string) => async (page: Page) => {
  await enableEditMode(page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const frontends = async (page: Page) => {
  await openPage('/ops/frontends')(page);
  await page.getByRole('heading', { name: 'Passengers' }).waitFor();
};

scene(OPS, 'health and queues', openPage('/ops'), { fullPage: true });
scene(OPS, 'micro-frontends', frontends, { fullPage: true });
scene(OPS, 'micro-frontends, loading', async (page) => {
  await neverRespond(page, FRONT_ENDS);
  await openPage('/ops/frontends')(page);
});
scene(OPS, 'micro-frontends, error', async (page) => {
  await respondWithError(page, FRONT_ENDS, 503, UNAVAILABLE);
  await openPage('/ops/frontends')(page);
  await page.getByText(UNAVAILABLE).first().waitFor();
});
scene(OPS, 'accounts', openPage('/ops/accounts'), { fullPage: true });
scene(OPS, 'own account', openPage('/account'));
scene(OPS, 'invitation that has expired', async (page) => {
  await page.goto('/invitation#expired');
  await page.getByText('This link doesn’t work').waitFor();
});
scene(OPS, 'storage and records', openPage('/media-explorer/storage'), { fullPage: true });
scene(OPS, 'possible duplicates', openPage('/people/duplicates'), { fullPage: true });
scene(OPS, 'comparing two people', openPage('/people/duplicates/nimitz-chester-w/leahy-william-d'), { fullPage: true });
