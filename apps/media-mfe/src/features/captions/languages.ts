import { languageName } from '@archive/contracts/format';

/** Languages that the form offers. The API also accepts other languages. */
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

/** Options of the language select, including the language of existing captions if it isn’t in the list. */
export const languageOptions = (existing?: string) =>
  [...new Set([...(existing === undefined ? [] : [existing]), ...CODES])].map((value) => ({
    value,
    label: languageName(value),
  }));
