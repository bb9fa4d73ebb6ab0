/** Names of accounts have no colon, so nobody can be called this. */
const SEPARATOR = ' (accepted by: ';

/** The author of a change that someone proposed and a curator accepted, in the history. */
export const acceptedBy = (proposer: string, curator: string): string => `${proposer}${SEPARATOR}${curator})`;

/** Whether someone with these names made a change, proposed it, or accepted it. */
export const isBy = (author: string, names: readonly string[]): boolean =>
  names.some(
    (name) => author === name || author.startsWith(name + SEPARATOR) || author.endsWith(`${SEPARATOR}${name})`),
  );
