/** The result of a check. */
export interface Finding {
  /** What was checked, in one to three words. */
  subject: string;
  state: 'ok' | 'warning' | 'problem';
  detail: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (subject: string, detail: string): Finding => ({ subject, state: 'ok', detail });
export const warning = (subject: string, detail: string, advice: string): Finding => ({
  subject,
  state: 'warning',
  detail,
  advice,
});
export const problem = (subject: string, detail: string, advice: string): Finding => ({
  subject,
  state: 'problem',
  detail,
  advice,
});
