/** A file of the set that goes through the whole library: upload, previews, viewer, IIIF, replacement, trash and restore. */
export interface Master {
  /** As it is called when it is uploaded. */
  name: string;
  make(): Buffer | Promise<Buffer>;
  /**
   * What becomes of it:
   * `shown: …` with its type and properties, `rejected: …` and `failed: …` with the message, or `no preview`.
   */
  outcome: string;
  /** Needs ffmpeg. */
  isFilm?: boolean;
}
