import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test.ts';

/** The main screens, each with a sign that it has loaded. */
const SCREENS = [
  ['/', 'About the archive'],
  ['/voyages', 'Voyages'],
  ['/voyages/new', 'New voyage'],
  ['/voyages/import', 'Import a document'],
  ['/figures', 'Figures'],
  ['/people', 'Passengers'],
  ['/people/duplicates', /duplicate/i],
  ['/media-explorer', 'Media Explorer'],
  ['/media-explorer/storage', /storage check/i],
  ['/ops/frontends', 'Micro-frontends'],
  ['/nowhere', 'Page not found'],
] as const;

/** Makes every text on the page 40 % longer, labels included. */
function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const longer = (text: string) => {
      const extra = Math.ceil(text.trim().length * 0.4);
      const words = text.trim().replace(/\S+$/, '');
      // The added part has word breaks like the text: one long word where there is none.
      return `${text.trimEnd()}${words === '' ? 'm'.repeat(extra) : ` ${text.trim()}`.slice(0, extra)}${/\s$/.test(text) ? ' ' : ''}`;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (texts.nextNode()) nodes.push(texts.currentNode as Text);
    for (const node of nodes) {
      const parent = node.parentElement;
      if (!parent || /^(?:SCRIPT|STYLE|NOSCRIPT|TITLE)$/i.test(parent.tagName) || !/\p{L}{2}/u.test(node.data))
        continue;
      // Initials stay two letters in any wording.
      if (parent.closest('[translate="no"]')) continue;
      node.data = longer(node.data);
    }
  });
}

/** Labels that are cut off or leave their control or the window. Ellipsis, line clamps and scrolling boxes are intended. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const { clientWidth } = document.documentElement;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const element = node.parentElement!;
      if (!/\p{L}{2}/u.test(node.data) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const report = (problem: string) => found.add(`${problem}: "${node.data.trim().slice(0, 60)}"`);
      const control = element.closest('button, a, label, [role="tab"]');
      let clipped = '';
      let intended = false;
      for (let around: HTMLElement | null = element; around && !intended; around = around.parentElement) {
        const style = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const screenReaderOnly = box.width <= 1 && box.height <= 1;
        const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
        intended = screenReaderOnly || shortened || (scrolls && around !== document.body);
        const hides = /hidden|clip/.test(style.overflowX);
        if (hides && (text.right > box.right + 1 || text.bottom > box.bottom + 2)) clipped = 'clipped';
      }
      if (intended) continue;
      if (clipped) report(clipped);
      if (text.right > clientWidth + 1 || text.left < -1) report('outside the window');
      const outer = control?.getBoundingClientRect();
      if (outer && getComputedStyle(control!).display !== 'inline' && getComputedStyle(element).position !== 'absolute')
        if (text.right > outer.right + 1 || text.left < outer.left - 1 || text.bottom > outer.bottom + 2)
          report('outside its control');
    }
    if (document.documentElement.scrollWidth > clientWidth) found.add('the page scrolls sideways');
    return [...found];
  });
}

test('texts 40% longer fit every screen', async ({ signedIn: page }) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('edit-mode', '1'));
  const [voyage] = (await (await page.request.get('/api/voyages?limit=1')).json()) as { voyage_slug: string }[];
  const [person] = (await (await page.request.get('/api/people?limit=1')).json()) as { person_slug: string }[];
  const records = [
    `/voyages/${voyage!.voyage_slug}`,
    `/voyages/${voyage!.voyage_slug}/edit`,
    `/people/${person!.person_slug}`,
  ];
  for (const [address, heading] of [...SCREENS, ...records.map((record) => [record, /./] as const)])
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await lengthen(page);
      expect.soft(await overflows(page), address).toEqual([]);
    });

  await test.step('timeline', async () => {
    await page.goto('/voyages');
    await page
      .getByRole('button', { name: 'Timeline' })
      .or(page.getByRole('radio', { name: 'Timeline' }))
      .first()
      .click();
    await page.waitForLoadState('networkidle');
    await lengthen(page);
    expect.soft(await overflows(page), 'timeline').toEqual([]);
  });
  await test.step('login', async () => {
    await page.context().clearCookies();
    await page.goto('/');
    await expect(page.getByText('Authorized access only')).toBeVisible();
    await lengthen(page);
    expect.soft(await overflows(page), 'login').toEqual([]);
  });
});
