/** The document cannot be taken in; the message is a sentence for a person. */
export class Unusable extends Error {}
