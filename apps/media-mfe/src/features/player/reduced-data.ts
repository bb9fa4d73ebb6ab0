interface NavigatorWithConnection extends Navigator {
  /** Not in all browsers. */
  connection?: { saveData?: boolean };
}

/** Whether the user asks pages to load little, in the system or in the browser. */
export const prefersReducedData = (): boolean =>
  (typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-data: reduce)').matches) ||
  (navigator as NavigatorWithConnection).connection?.saveData === true;
