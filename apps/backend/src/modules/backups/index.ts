export { backUp, type BackupReport } from './back-up.ts';
export { BackupError } from './backup-error.ts';
export { BackupPlace } from './backup-place.ts';
export { restore } from './restore.ts';
