import { describe, expect, test } from '@jest/globals';
import { readArguments } from './arguments.ts';

const read = (line: string) => readArguments(line.split(' ').filter(Boolean));
const refusal = (line: string) => {
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
  ])('%s is understood', (line, meaning) => {
    expect(read(line)).toMatchObject(meaning);
  });

  test.each([
    ['', 'Each team ships its own front end: shell, voyages, people, media.'],
    ['dance people', 'There is no "mfe dance".'],
    ['publish', 'Say which front end is meant, one of shell, voyages, people, media: npm run mfe -- publish people'],
    ['promote submarines 1.0.0', expect.stringContaining('Say which front end is meant')],
    ['status submarines', expect.stringContaining('Say which front end is meant')],
    ['promote people', 'Say which version is to go live: npm run mfe -- promote people 1.4.0'],
    ['rollback people 1.0.0', '"1.0.0" is one word too many.'],
    ['promote people 1.4.0 now', '"now" is one word too many.'],
    ['promote people 1.4.0 --canary 0', '--canary is a whole number of per cent from 1 to 99, and it is "0".'],
    ['promote people 1.4.0 --canary half', expect.stringContaining('whole number of per cent')],
    ['publish people --quick', expect.stringContaining("Unknown option '--quick'")],
  ])('%s is refused in a sentence', (line, sentence) => {
    expect(refusal(line)).toEqual(sentence);
  });
});
