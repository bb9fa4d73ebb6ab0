/** Whether a string contains Markdown syntax. */
export function hasMarkdown(text: string): boolean {
  return /[*_`[\]<>|\\~&]|^\s{0,3}(#{1,6}\s|[-+]\s|\d+[.)]\s|={3,}|-{3,})|https?:\/\/|\S@\S| {2,}\n/m.test(text);
}

/** The text without common Markdown syntax, shown until Markdown has rendered. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>)\s+/gm, '')
    .replace(/(\*\*\*|\*\*|\*|___|__|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
