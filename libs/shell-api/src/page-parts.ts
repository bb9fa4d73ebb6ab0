const parts = new Map<string, string>();

/** Adds a part of the archive to those that run on this page: the shell, and each remote once it is loaded. */
export function addPagePart(name: string, version: string): void {
  parts.set(name, version);
}

/** Versions of everything that runs on this page, for reports: a failure may come from another part than the one that fails. */
export const pageParts = (): Record<string, string> => Object.fromEntries(parts);
