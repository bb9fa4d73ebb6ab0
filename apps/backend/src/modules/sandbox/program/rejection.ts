/** The file can't be decoded, and a retry won't help. The message is shown to curators. */
export class Rejection extends Error {}
