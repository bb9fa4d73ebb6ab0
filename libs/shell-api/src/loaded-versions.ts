const versions = new Map<string, string>();

/**
 * Registers the version of something that runs on this page, for failure reports: the shell, and each remote once it is loaded. Unrelated
 * to `FramePart`.
 */
export function addPagePart(name: string, version: string): void {
  versions.set(name, version);
}

/** Versions of everything that runs on this page, by name. A failure may come from something other than what fails. */
export const loadedVersions = (): Record<string, string> => Object.fromEntries(versions);
