/** The document can't be imported. The message is shown to curators. */
export class DocumentError extends Error {}
