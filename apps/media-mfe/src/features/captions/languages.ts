import { languageName } from '@archive/contracts/format';

/** Languages in the form. The API accepts others too. */
const CODES = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'pl',
  'ru',
  'uk',
  'el',
  'ar',
  'he',
  'hi',
  'zh',
  'ja',
  'ko',
  'vi',
  'tl',
];

/** Options of a select, with the language of existing captions if it isn’t in the list. */
export const languageOptions = (existing?: string) =>
  [...new Set([...(existing === undefined ? [] : [existing]), ...CODES])].map((value) => ({
    value,
    label: languageName(value),
  }));
