const JOINED = /^(.+?) (?:and|&) (.+)$/i;

/** Two names to start from: "Ben and Tony Bradlee" are Ben Bradlee and Tony Bradlee. */
export function splitName(sourceText: string): [string, string] {
  const [, first, second] = JOINED.exec(sourceText) ?? [];
  if (first === undefined || second === undefined) return [sourceText, ''];
  const surname = second.split(' ').at(-1) ?? '';
  const isAlone = !first.includes(' ');
  return [isAlone && second.includes(' ') ? `${first} ${surname}` : first, second];
}
