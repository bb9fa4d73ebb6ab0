interface NavigatorWithConnection extends Navigator {
  /** Missing in some browsers. */
  connection?: { saveData?: boolean };
}

/** Whether the user prefers reduced data, as set in the system or the browser. */
export const prefersReducedData = (): boolean =>
  (typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-data: reduce)').matches) ||
  (navigator as NavigatorWithConnection).connection?.saveData === true;
