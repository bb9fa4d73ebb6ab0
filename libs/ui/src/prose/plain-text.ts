export { plainText } from '@archive/contracts/format';

/** Whether a string contains Markdown syntax. */
export function hasMarkdown(text: string): boolean {
  return /[*_`[\]<>|\\~&]|^\s{0,3}(#{1,6}\s|[-+]\s|\d+[.)]\s|={3,}|-{3,})|https?:\/\/|\S@\S| {2,}\n/m.test(text);
}
