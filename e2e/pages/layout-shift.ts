import type { Page } from '@playwright/test';

/** A source of layout shift, for the message of a failed test. */
export interface Shift {
  value: number;
  /** The elements that moved most, with their top edge before and after in CSS pixels. */
  sources: string[];
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Records the layout shifts of each document that the page opens from now on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    (globalThis as unknown as { shifts: Shift[] }).shifts = shifts;
    const describe = ({ node, previousRect, currentRect }: LayoutShift['sources'][number]) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = element?.textContent?.trim().slice(0, 30) ?? '';
      const { y: top, height } = previousRect;
      return `${element?.localName ?? 'removed'} “${text}” ${top}+${height} → ${currentRect.y}+${currentRect.height}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) shifts.push({ value, sources: sources.map(describe) });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The shifts since the document was opened. */
export const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);

/** Waits until nothing loads and the layout has been still for half a second. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('[data-loading]'));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 500);
        new ResizeObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 500);
        }).observe(document.documentElement);
      }),
  );
}
