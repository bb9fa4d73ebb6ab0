const JOINED = /^(.+?) (?:and|&) (.+)$/i;

/** Suggests two names: "Ben and Tony Bradlee" are Ben Bradlee and Tony Bradlee. */
export function splitName(sourceText: string): [string, string] {
  const [, first, second] = JOINED.exec(sourceText) ?? [];
  if (first === undefined || second === undefined) return [sourceText, ''];
  const surname = second.split(' ').at(-1) ?? '';
  const isSingleWord = !first.includes(' ');
  return [isSingleWord && second.includes(' ') ? `${first} ${surname}` : first, second];
}
