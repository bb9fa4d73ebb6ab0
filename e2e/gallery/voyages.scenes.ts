import type { Page } from '@playwright/test';
import { answer, AWAY, edit, hang, refuse, scene } from './scene.ts';
import { theDinner } from './stocked.ts';

const LOG = '1 Voyages, the log';
const TIMELINE = '2 Voyages, the timeline';
const PAGE = '3 Voyage';

const LIST = /\/api\/voyages\?/;
const ONE = /\/api\/voyages\/\d{4}[^/]*$/;
const NONE = { 'x-total-count': '0' };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const log = async (page: Page, query = '') => {
  await page.goto(`/voyages${query}`);
  await page.getByText(/^Showing/).waitFor();
};
/** The card of the dinner, opened in the log. */
const card = async (page: Page) => {
  await log(page, '?q=Trudeau');
  await button(page, /^Whole entry/).click();
  await page.getByRole('link', { name: /Open the voyage/ }).waitFor();
};
const editedCard = async (page: Page) => {
  await edit(page);
  await card(page);
  await button(page, 'Attach existing media').waitFor();
};
const timeline = async (page: Page) => {
  await page.addInitScript(() => sessionStorage.setItem('voyages.view', 'timeline'));
  await page.goto('/voyages');
};
const dated = (date: string) => async (page: Page) => {
  await page.addInitScript((day) => sessionStorage.setItem('voyages.timeline.date', day), date);
  await timeline(page);
  await page.getByRole('slider', { name: 'Year' }).waitFor();
  await page.getByRole('list', { name: 'Voyages' }).or(page.getByText('Nothing is on record')).first().waitFor();
};
const dinner = async (page: Page) => {
  await page.goto(`/voyages/${(await theDinner(page)).voyage_slug}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

scene(LOG, 'the log', (page) => log(page), { whole: true });
scene(LOG, 'narrowed by filters', (page) => log(page, '?date_from=1946&date_to=1949&presidential_use=1'));
scene(
  LOG,
  'the filters of a phone',
  async (page) => {
    await log(page);
    await button(page, 'Filters').click();
  },
  { only: 'phone' },
);
scene(
  LOG,
  'the choice of owners',
  async (page) => {
    await log(page);
    await button(page, /^Vessel Owner/).click();
  },
  { only: 'desktop' },
);
scene(
  LOG,
  'the choice of attributes',
  async (page) => {
    await log(page);
    await button(page, /^Filter Voyages/).click();
  },
  { only: 'desktop' },
);
scene(LOG, 'nothing matches', async (page) => {
  await page.goto('/voyages?q=submarine%20xylophone');
  await page.getByText('No voyages found.').waitFor();
});
scene(LOG, 'empty', async (page) => {
  await answer(page, LIST, [], NONE);
  await answer(page, '**/api/voyages', [], NONE);
  await answer(page, '**/api/voyages/administrations*', []);
  await page.goto('/voyages');
  await page.getByText('No voyages found.').waitFor();
});
scene(LOG, 'on its way', async (page) => {
  await hang(page, LIST);
  await page.goto('/voyages');
  await page.getByText('Loading voyages…').waitFor({ state: 'attached' });
});
scene(LOG, 'cannot be read', async (page) => {
  await refuse(page, LIST, 503, AWAY);
  await page.goto('/voyages');
  await page.getByText('The log could not be read.').waitFor();
});
scene(LOG, 'an entry, opened in its place', card, { whole: true });
scene(LOG, 'Edit Mode', async (page) => {
  await edit(page);
  await log(page);
});
scene(LOG, 'a card in Edit Mode: rows of media, albums', editedCard, { whole: true });
scene(
  LOG,
  'a row of the media as a form',
  async (page) => {
    await editedCard(page);
    await button(page, /^Edit: Gallery: the menu/).click();
    await page.getByRole('form', { name: /^Edit Gallery/ }).waitFor();
  },
  { at: (page) => page.getByRole('form', { name: /^Edit Gallery/ }) },
);
scene(LOG, 'detaching asks', async (page) => {
  await editedCard(page);
  await button(page, /^Detach: Gallery: the menu/).click();
  await page.getByRole('alertdialog').waitFor();
});
scene(LOG, 'the picker of the library', async (page) => {
  await editedCard(page);
  await button(page, 'Attach existing media').click();
  await page.getByRole('dialog', { name: 'Select Media from Explorer' }).waitFor();
});
scene(LOG, 'the upload dialog', async (page) => {
  await editedCard(page);
  await button(page, 'Upload media').click();
  await page.getByRole('dialog').waitFor();
});
scene(
  LOG,
  'the media front end is away',
  async (page) => {
    await page.route('**/mfe/media/**', (route) => route.abort());
    await editedCard(page);
    await button(page, 'Attach existing media').click();
    await page.getByText(/cannot be looked through/).waitFor();
  },
  { at: (page) => page.getByText(/cannot be looked through/) },
);
scene(
  LOG,
  'a new album',
  async (page) => {
    await editedCard(page);
    await button(page, 'Create album').click();
    await button(page, 'Create').last().click();
    await page.getByText('Album title is required').first().waitFor();
  },
  { at: (page) => page.getByRole('form', { name: 'New album' }) },
);
scene(
  LOG,
  'a card as a form, its source beside it',
  async (page) => {
    await editedCard(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await button(page, 'Show Source').click();
  },
  { whole: true },
);
scene(LOG, 'deleting asks', async (page) => {
  await edit(page);
  await log(page, '?q=Trudeau');
  await button(page, /^Delete:/).click();
  await page.getByRole('alertdialog').waitFor();
});
scene(LOG, 'the history of a voyage', async (page) => {
  await edit(page);
  await log(page, '?q=Trudeau');
  await button(page, /^History:/).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
});

scene(TIMELINE, 'a day', dated('1976-06-16'), { whole: true });
scene(TIMELINE, 'a day without records, and its shelf', dated('1946-03-02'), { whole: true });
scene(TIMELINE, 'the choice of owners', async (page) => {
  await dated('1976-06-16')(page);
  await button(page, /^President\/Owner/).click();
  await button(page, 'Deselect All').click();
  await button(page, 'Apply Filter').click();
  await page.getByText('Must select at least 1 President/Owner').first().waitFor();
});
scene(TIMELINE, 'empty', async (page) => {
  await answer(page, '**/api/timeline/dates*', []);
  await timeline(page);
  await page.getByText('No timeline data available').waitFor();
});
scene(TIMELINE, 'on its way', async (page) => {
  await hang(page, '**/api/timeline/dates*');
  await timeline(page);
  await page.getByText('Loading timeline...').waitFor({ state: 'attached' });
});
scene(TIMELINE, 'cannot be read', async (page) => {
  await refuse(page, '**/api/timeline/dates*', 503, AWAY);
  await timeline(page);
  await page.getByText('The timeline could not be read.').waitFor();
});

scene(PAGE, 'the broadsheet', dinner, { whole: true });
scene(
  PAGE,
  'printed',
  async (page) => {
    await dinner(page);
    await page.emulateMedia({ media: 'print' });
  },
  { whole: true, only: 'desktop' },
);
scene(PAGE, 'its citation', async (page) => {
  await dinner(page);
  await button(page, 'Cite').click();
  await page.getByRole('dialog').waitFor();
});
scene(PAGE, 'a picture in the lightbox', async (page) => {
  await dinner(page);
  await page.getByRole('img', { name: /off Mount Vernon/ }).click();
  await page.getByRole('dialog').waitFor();
});
scene(PAGE, 'not found', async (page) => {
  await page.goto('/voyages/1999-01-01-nobody');
  await page.getByRole('heading', { name: 'Voyage not found' }).waitFor();
});
scene(PAGE, 'on its way', async (page) => {
  await hang(page, ONE);
  await page.goto('/voyages/1976-06-16-slow');
  await page.getByText('Loading the voyage…').waitFor({ state: 'attached' });
});
scene(PAGE, 'cannot be read', async (page) => {
  await refuse(page, ONE, 503, AWAY);
  await page.goto('/voyages/1976-06-16-away');
  await page.getByText('This voyage could not be read.').waitFor();
});
