import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../settings.ts';
import { readArguments } from './arguments.ts';
import { repository, type Workspace } from './workspace.ts';

const here = repository(ROOT);
const read = (line: string, workspace: Workspace = here) => readArguments(line.split(' ').filter(Boolean), workspace);
const errorFor = (line: string) => {
  try {
    read(line);
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
  return 'taken';
};

describe('npm run mfe --', () => {
  test.each([
    ['publish people', { command: 'publish', name: 'people' }],
    ['publish people --version 1.4.0', { command: 'publish', name: 'people', version: '1.4.0' }],
    ['promote people 1.4.0', { command: 'promote', name: 'people', version: '1.4.0' }],
    ['promote people 1.4.0 --canary 10', { command: 'promote', version: '1.4.0', canary: 10 }],
    ['rollback shell --archive https://a.example.org', { command: 'rollback', archive: 'https://a.example.org' }],
    ['status', { command: 'status', name: undefined }],
    ['status media', { command: 'status', name: 'media' }],
    ['dev voyages', { command: 'dev', name: 'voyages' }],
    ['dev voyages --port 4100', { command: 'dev', port: 4100 }],
    ['verify people 1.4.0', { command: 'verify', name: 'people', version: '1.4.0', watch: false }],
    ['verify --watch', { command: 'verify', name: undefined, watch: true }],
    ['register log-book --from a/remote.json', { command: 'register', name: 'log-book', from: 'a/remote.json' }],
    ['retire log-book', { command: 'retire', name: 'log-book' }],
    ['publish people --confirm', { command: 'publish', confirm: true }],
  ])('%s is accepted', (line, meaning) => {
    expect(read(line)).toMatchObject(meaning);
  });

  test.each([
    ['', expect.stringMatching(/^Publishes a micro-frontend: .*people/)],
    ['dance people', 'Unknown command "mfe dance".'],
    ['publishh people', 'Unknown command "mfe publishh". Did you mean publish?'],
    ['publish', expect.stringMatching(/^Name a micro-frontend, such as .*: npm run mfe -- publish people$/)],
    ['promote 1.0.0', expect.stringContaining('Name a micro-frontend')],
    ['status 1.4.0', expect.stringContaining('Name a micro-frontend')],
    ['publish people --from x.json', expect.stringContaining('--from names the description to register')],
    ['promote people', 'Name a version: npm run mfe -- promote people 1.4.0'],
    ['verify people', 'Name a version: npm run mfe -- verify people 1.4.0'],
    ['verify people --watch', '--watch checks all micro-frontends: npm run mfe -- verify --watch'],
    ['dev people --port many', '--port must be a port number, not "many".'],
    ['dev people --port 70000', '--port must be a port number, not "70000".'],
    ['rollback people 1.0.0', '"1.0.0" is one argument too many.'],
    ['promote people 1.4.0 now', '"now" is one argument too many.'],
    ['promote people 1.4.0 --canary 0', '--canary must be a percentage from 1 to 99, not "0".'],
    ['promote people 1.4.0 --canary half', expect.stringContaining('percentage from 1 to 99')],
    ['publish people --quick', expect.stringContaining("Unknown option '--quick'")],
  ])('%s is rejected with a message', (line, sentence) => {
    expect(errorFor(line)).toEqual(sentence);
  });
});
