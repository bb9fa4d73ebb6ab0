/** The file can't be decoded, and a retry won't help. The message is shown to curators. */
export class Rejection extends Error {
  /** Whether the file is damaged, so that other programs can't decode it either. */
  readonly isDamaged: boolean;

  constructor(message: string, { isDamaged = false, ...options }: ErrorOptions & { isDamaged?: boolean } = {}) {
    super(message, options);
    this.isDamaged = isDamaged;
  }
}
