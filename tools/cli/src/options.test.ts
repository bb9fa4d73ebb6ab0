import { expect, test } from '@jest/globals';
import { applyOptions, placeOption } from './options.ts';

test('an option without a value is refused, not replaced by the default', () => {
  const env = {};
  expect(() => applyOptions({ data: '' }, env)).toThrow('--data has no value.');
  expect(() => applyOptions({ port: '', host: '127.0.0.1' }, env)).toThrow('--port has no value.');
  expect(env).toEqual({});
});

test('backup commands need a location before anything is built or started', () => {
  const { BACKUP_LOCATION } = process.env;
  delete process.env.BACKUP_LOCATION;
  try {
    expect(() => placeOption('--from', undefined)).toThrow('Name the place of the backups with --from');
    expect(() => placeOption('--to', '')).toThrow('Name the place of the backups with --to');
    expect(placeOption('--to', 's3://backups/archive')).toEqual({ BACKUP_LOCATION: 's3://backups/archive' });
    process.env.BACKUP_LOCATION = '/backups';
    expect(placeOption('--from', undefined)).toEqual({});
  } finally {
    delete process.env.BACKUP_LOCATION;
    if (BACKUP_LOCATION !== undefined) process.env.BACKUP_LOCATION = BACKUP_LOCATION;
  }
});
