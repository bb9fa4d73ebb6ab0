export { backUp, type BackupReport } from './back-up.ts';
export { BackupError } from './backup-error.ts';
export { BackupLocation } from './backup-location.ts';
export { restore } from './restore.ts';
