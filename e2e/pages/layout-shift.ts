import type { Page } from '@playwright/test';

/** A source of layout shift, for the message of a failed test. */
export interface Shift {
  value: number;
  /** The elements that moved most, with their top edge before and after in CSS pixels. */
  sources: string[];
}

interface Watched {
  shifts: Shift[];
  /** When the document or its size last changed. */
  changedAt: number;
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
    const watched = Object.assign(globalThis as unknown as Watched, { shifts, changedAt: 0 });
    const change = () => (watched.changedAt = performance.now());
    new MutationObserver(change).observe(document, { attributes: true, childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', () => new ResizeObserver(change).observe(document.documentElement));
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
export const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).shifts);

/** Waits until nothing loads and the page has been still for a second. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const { changedAt } = globalThis as unknown as Watched;
    return !document.querySelector('[data-loading]') && performance.now() - changedAt > 1000;
  });
}
