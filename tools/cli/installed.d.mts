/** Compares package-lock.json with what is installed, in the root and in each workspace. */
export function installedTree(root: string): { missing: string[]; digest: string };
