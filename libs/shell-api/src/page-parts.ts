const parts = new Map<string, string>();

/** Records the version of the shell, or of a remote once it is loaded, as running on this page. */
export function addPagePart(name: string, version: string): void {
  parts.set(name, version);
}

/**
 * Versions of the shell and all remotes running on this page, for reports: the
 * cause of a failure may be in another one than the one that fails.
 */
export const pageParts = (): Record<string, string> => Object.fromEntries(parts);
