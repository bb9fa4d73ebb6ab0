const SENTENCES: [code: RegExp, sentence: string][] = [
  [/^voyage_ends_after_it_starts$/, 'The voyage ends before it starts, so it was left out.'],
  [/^23514$/, 'A value of this voyage is outside of what the archive can hold, so it was left out.'],
  [/^22/, 'This voyage has text that the archive cannot store, so it was left out.'],
  [/^23505$/, 'Another record has what only one may have (an address or a key), so this voyage was left out.'],
];

/** Why the database has not taken a voyage, without its words. */
export function refusalOf(error: unknown): string {
  const told = error instanceof Error ? error : new Error();
  const signs = ['constraint' in told ? String(told.constraint) : '', 'code' in told ? String(told.code) : ''];
  const known = SENTENCES.find(([sign]) => signs.some((one) => sign.test(one)));
  return known?.[1] ?? 'The archive did not take this voyage, so it was left out.';
}
