import type { Page } from '@playwright/test';
import { AWAY, edit, hang, refuse, scene } from './scene.ts';

const OPS = '9 Operations and care';
const FRONT_ENDS = '**/api/frontends';

/** Opens a place in Edit Mode, and waits for its head. */
const at = (address: string) => async (page: Page) => {
  await edit(page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const frontEnds = async (page: Page) => {
  await at('/ops/frontends')(page);
  await page.getByRole('heading', { name: 'Passengers' }).waitFor();
};

scene(OPS, 'what is up, what waits', at('/ops'), { whole: true });
scene(OPS, 'front ends', frontEnds, { whole: true });
scene(OPS, 'front ends, on their way', async (page) => {
  await hang(page, FRONT_ENDS);
  await at('/ops/frontends')(page);
});
scene(OPS, 'front ends, cannot be read', async (page) => {
  await refuse(page, FRONT_ENDS, 503, AWAY);
  await at('/ops/frontends')(page);
  await page.getByText(AWAY).first().waitFor();
});
scene(OPS, 'storage and records', at('/media-explorer/storage'), { whole: true });
scene(OPS, 'people who look alike', at('/people/duplicates'), { whole: true });
scene(OPS, 'two people side by side', at('/people/duplicates/nimitz-chester-w/leahy-william-d'), { whole: true });
