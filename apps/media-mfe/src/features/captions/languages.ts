import { languageName } from '@archive/contracts/format';

/** Languages that the form offers. The API takes others too. */
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

/** For a list to choose from, with the language of captions that are there already. */
export const languageOptions = (own?: string) =>
  [...new Set([...(own === undefined ? [] : [own]), ...CODES])].map((value) => ({ value, label: languageName(value) }));
