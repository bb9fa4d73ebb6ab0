/** Entries of the changelogs: the text of the changeset, without a commit, which does not exist yet. */
export default {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async (_changesets, updated) =>
    updated.map(({ name, newVersion }) => `- Uses ${name} ${newVersion}.`).join('\n'),
};
