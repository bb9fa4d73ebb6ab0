/** A file of the set that goes through the whole library: upload, previews, viewer, IIIF, replacement, trash and restore. */
export interface Master {
  /** File name of the upload. */
  name: string;
  make(): Buffer | Promise<Buffer>;
  /**
   * Expected result:
   * `shown: …` with its type and properties, `rejected: …` and `failed: …` with the message, or `no preview`.
   */
  outcome: string;
  /** Needs ffmpeg. */
  isFilm?: boolean;
  /** Takes longer than all others together; for full runs. */
  isLarge?: boolean;
}
