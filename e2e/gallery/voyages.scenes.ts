import type { Page } from '@playwright/test';
import { respond, UNAVAILABLE, enableEditMode, neverRespond, respondWithError, scene } from './scene.ts';
import { sampleVoyage } from './sample-media.ts';

const LOG = '1 Voyages, the log';
const TIMELINE = '2 Voyages, the timeline';
const PAGE = '3 Voyage';
const FIGURES = '2 Voyages, in figures';

const LIST = /\/api\/voyages\?/;
const VOYAGE_URL = /\/api\/voyages\/\d{4}[^/]*$/;
const NONE = { 'x-total-count': '0' };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const log = async (page: Page, query = '') => {
  await page.goto(`/voyages${query}`);
  await page.getByText(/^Showing/).waitFor();
};
/** The sample voyage's card, expanded in the list. */
const card = async (page: Page) => {
  await log(page, '?q=Trudeau');
  await button(page, /^Whole entry/).click();
  await page.getByRole('link', { name: /Open the voyage/ }).waitFor();
};
const editedCard = async (page: Page) => {
  await enableEditMode(page);
  await card(page);
  await button(page, 'Attach existing media').waitFor();
};
const timeline = async (page: Page) => {
  await page.addInitScript(() => sessionStorage.setItem('voyages.view', 'timeline'));
  await page.goto('/voyages');
};
const openDate = (date: string) => async (page: Page) => {
  await page.addInitScript((day) => sessionStorage.setItem('voyages.timeline.date', day), date);
  await timeline(page);
  await page.getByRole('slider', { name: 'Year' }).waitFor();
  await page
    .getByRole('list', { name: 'Voyages' })
    .or(page.getByText(/^No (?:voyages|records)/))
    .first()
    .waitFor();
};
const dinner = async (page: Page) => {
  await page.goto(`/voyages/${(await sampleVoyage(page)).voyage_slug}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

scene(LOG, 'the list', (page) => log(page), { fullPage: true });
scene(LOG, 'filtered', (page) => log(page, '?date_from=1946&date_to=1949&presidential_use=1'));
scene(
  LOG,
  'filters on a phone',
  async (page) => {
    await log(page);
    await button(page, 'Filters').click();
  },
  { only: 'phone' },
);
scene(
  LOG,
  'owner filter',
  async (page) => {
    await log(page);
    await button(page, /^Vessel Owner/).click();
  },
  { only: 'desktop' },
);
scene(
  LOG,
  'attribute filter',
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
  await respond(page, LIST, [], NONE);
  await respond(page, '**/api/voyages', [], NONE);
  await respond(page, '**/api/voyages/administrations*', []);
  await page.goto('/voyages');
  await page.getByText('No voyages found.').waitFor();
});
scene(LOG, 'loading', async (page) => {
  await neverRespond(page, LIST);
  await page.goto('/voyages');
  await page.getByText('Loading voyages...').waitFor({ state: 'attached' });
});
scene(LOG, 'error', async (page) => {
  await respondWithError(page, LIST, 503, UNAVAILABLE);
  await page.goto('/voyages');
  await page.getByText('Can’t load voyages').waitFor();
});
scene(LOG, 'an expanded entry', card, { fullPage: true });
scene(LOG, 'Edit Mode', async (page) => {
  await enableEditMode(page);
  await log(page);
});
scene(LOG, 'a card in Edit Mode with media and albums', editedCard, { fullPage: true });
scene(
  LOG,
  'editing a media row',
  async (page) => {
    await editedCard(page);
    await button(page, /^Edit: Gallery: the menu/).click();
    await page.getByRole('form', { name: /^Edit Gallery/ }).waitFor();
  },
  { focusOn: (page) => page.getByRole('form', { name: /^Edit Gallery/ }) },
);
scene(LOG, 'detach confirmation', async (page) => {
  await editedCard(page);
  await button(page, /^Detach: Gallery: the menu/).click();
  await page.getByRole('alertdialog').waitFor();
});
scene(LOG, 'the media picker', async (page) => {
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
  'media-mfe is unavailable',
  async (page) => {
    await page.route('**/mfe/media/**', (route) => route.abort());
    await editedCard(page);
    await button(page, 'Attach existing media').click();
    await page.getByText(/cannot be looked through/).waitFor();
  },
  { focusOn: (page) => page.getByText(/cannot be looked through/) },
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
  { focusOn: (page) => page.getByRole('form', { name: 'New album' }) },
);
scene(
  LOG,
  'editing a card next to its source',
  async (page) => {
    await editedCard(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await button(page, 'Show Source').click();
  },
  { fullPage: true },
);
scene(LOG, 'delete confirmation', async (page) => {
  await enableEditMode(page);
  await log(page, '?q=Trudeau');
  await button(page, /^Delete:/).click();
  await page.getByRole('alertdialog').waitFor();
});
scene(LOG, 'the history of a voyage', async (page) => {
  await enableEditMode(page);
  await log(page, '?q=Trudeau');
  await button(page, /^Change history:/).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
});

scene(TIMELINE, 'a day', openDate('1976-06-16'), { fullPage: true });
scene(TIMELINE, 'a day without records', openDate('1946-03-02'), { fullPage: true });
scene(TIMELINE, 'owner filter', async (page) => {
  await openDate('1976-06-16')(page);
  await button(page, /^President\/Owner/).click();
  await button(page, 'Deselect All').click();
  await button(page, 'Apply Filter').click();
  await page.getByText('Must select at least 1 President/Owner').first().waitFor();
});
scene(TIMELINE, 'empty', async (page) => {
  await respond(page, '**/api/timeline/dates*', []);
  await timeline(page);
  await page.getByText('No timeline data available').waitFor();
});
scene(TIMELINE, 'loading', async (page) => {
  await neverRespond(page, '**/api/timeline/dates*');
  await timeline(page);
  await page.getByText('Loading timeline...').waitFor({ state: 'attached' });
});
scene(TIMELINE, 'error', async (page) => {
  await respondWithError(page, '**/api/timeline/dates*', 503, UNAVAILABLE);
  await timeline(page);
  await page.getByText('Can’t load the timeline').waitFor();
});

scene(PAGE, 'the voyage page', dinner, { fullPage: true });
scene(
  PAGE,
  'printed',
  async (page) => {
    await dinner(page);
    await page.emulateMedia({ media: 'print' });
  },
  { fullPage: true, only: 'desktop' },
);
scene(PAGE, 'its citation', async (page) => {
  await dinner(page);
  await button(page, 'Cite').click();
  await page.getByRole('dialog').waitFor();
});
scene(PAGE, 'the lightbox', async (page) => {
  await dinner(page);
  await page.getByRole('img', { name: /off Mount Vernon/ }).click();
  await page.getByRole('dialog').waitFor();
});
scene(PAGE, 'not found', async (page) => {
  await page.goto('/voyages/1999-01-01-nobody');
  await page.getByRole('heading', { name: 'Voyage not found' }).waitFor();
});
scene(PAGE, 'loading', async (page) => {
  await neverRespond(page, VOYAGE_URL);
  await page.goto('/voyages/1976-06-16-slow');
  await page.getByText('Loading voyage...').waitFor({ state: 'attached' });
});
scene(PAGE, 'error', async (page) => {
  await respondWithError(page, VOYAGE_URL, 503, UNAVAILABLE);
  await page.goto('/voyages/1976-06-16-away');
  await page.getByText('Can’t load this voyage').waitFor();
});

const figures = async (page: Page) => {
  await page.goto('/figures');
  await page.getByRole('heading', { name: 'Who sailed with whom most' }).waitFor();
};
scene(FIGURES, 'all charts', figures, { fullPage: true });
scene(FIGURES, 'a table', async (page) => {
  await figures(page);
  await button(page, 'Table: Voyages by year and president').click();
});
scene(FIGURES, 'can’t be loaded', async (page) => {
  await respondWithError(page, /\/api\/figures/, 503, UNAVAILABLE);
  await page.goto('/figures');
  await page.getByText('Can’t load the figures').waitFor();
});
