const MESSAGES: [code: RegExp, sentence: string][] = [
  [/^voyage_ends_after_it_starts$/, 'The voyage ends before it starts, so it was skipped.'],
  [/^23514$/, 'A value of the voyage isn’t allowed in the archive, so the voyage was skipped.'],
  [/^22/, 'The voyage contains text that can’t be stored, so it was skipped.'],
  [/^23505$/, 'Another record already uses the same web address, so the voyage was skipped.'],
];

/** Explains why the database rejected a voyage, without technical details. */
export function rejectionMessage(error: unknown): string {
  const cause = error instanceof Error ? error : new Error();
  const signs = ['constraint' in cause ? String(cause.constraint) : '', 'code' in cause ? String(cause.code) : ''];
  const entry = MESSAGES.find(([sign]) => signs.some((item) => sign.test(item)));
  return entry?.[1] ?? 'The voyage couldn’t be saved, so it was skipped.';
}
