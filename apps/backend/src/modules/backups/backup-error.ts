/** A backup or restore isn't possible. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
