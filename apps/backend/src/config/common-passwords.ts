import { dictionary } from '@zxcvbn-ts/language-common';
import type { Config } from './config.ts';
import { ConfigError } from './variables.ts';

const COMMON = new Set(dictionary['passwords-common']);
/** Digits and punctuation, which people append to common passwords. */
const PADDING = /^[\d\W_]+|[\d\W_]+$/g;

/** Whether a password is one of the most common ones, ignoring case and digits or punctuation at either end. */
export function isCommonPassword(password: string, contextWords: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  const core = lower.replaceAll(PADDING, '');
  const lowerContextWords = contextWords.map((word) => word.toLowerCase());
  return [lower, core].some((item) => COMMON.has(item) || lowerContextWords.includes(item)) || isRepeated(lower);
}

/** Whether a string is one short sequence repeated: "abcabcabcabc", "aaaaaaaaaaaa". */
const isRepeated = (text: string) => /^(.{1,6})\1+$/.test(text);

/** @throws {ConfigError} for a production password that is easy to guess */
export function requireUncommonPassword({ curator: { username, password } }: Config): void {
  if (password === undefined || !isCommonPassword(password, [username, 'sequoia'])) return;
  throw new ConfigError(['CURATOR_PASSWORD is one of the most common passwords, or close to one. Choose another one.']);
}
