/** A backup or a restore can't be made. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
