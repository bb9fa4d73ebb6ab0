export { backUp } from './back-up.ts';
export { BackupError, BackupLocation } from './backup-location.ts';
export { restore } from './restore.ts';
