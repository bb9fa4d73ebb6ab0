import Bowser from 'bowser';

const UNKNOWN = 'Unknown device';

/** A readable name of a browser, from its User-Agent header: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const [program = ''] = /^[\w.-]{1,40}/.exec(userAgent) ?? [];
  return browser.name || (program === '' ? UNKNOWN : `Program “${program}”`);
}
