/** Words that show that text is a sentence. They don't occur in names and roles. */
const VERBS = new Set(
  `was were is are had has have did does returned arrived left went came boarded sailed joined stayed attended cruised dined
   departed embarked disembarked accompanied met gave took made told said saw spent slept watched played swam fished worked
   rained hosted enjoyed discussed ate drank danced anchored docked stopped turned became remained visited wanted wore brought
   showed invited asked talked spoke sang waited signed landed proceeded steamed tied got ran set carried entertained inspected
   conferred celebrated held served repaired painted began ended reached passed lay started moved who which because`.split(
    /\s+/,
  ),
);
const STARTS =
  /^(?:the|they|he|she|it|we|there|this|that|these|those|after|before|because|when|while|during|all|both|nobody|everyone|everybody)\s/i;

/** The words of text outside links and parentheses. */
const wordsOf = (text: string): string[] =>
  (/[("“]/.test(text)
    ? text.replaceAll(/!?\[[^\]]*\]\([^)]*\)/g, ' ').replaceAll(/\([^)]*\)|"[^"]*"|“[^”]*”/g, ' ')
    : text
  )
    .split(/\s+/)
    .filter((word) => word !== '');

const isVerb = (word: string) => VERBS.has(word.replace(/[.,;:!?]+$/, ''));

/** Whether a list item contains a verb, so that it does not name someone: "who boarded at noon". */
export function hasVerb(item: string): boolean {
  const words = wordsOf(item.slice(0, 400));
  return words.length > 1 && words.some(isVerb);
}

/** Whether text is a sentence: "The party returned late because of the fog." */
export function isSentence(text: string): boolean {
  const trimmed = text.slice(0, LONGEST_SENTENCE).trim();
  if (!/[.!?]["”)]?$/.test(trimmed) && !STARTS.test(trimmed)) return false;
  const words = wordsOf(trimmed);
  return words.length >= 4 && words.some((word, index) => isVerb(index === 0 ? word.toLowerCase() : word));
}

/** Whether text is a sentence, with or without its period, also with a verb that the others don’t know: “The crew cleaned the deck”. */
export function isClause(text: string): boolean {
  const words = wordsOf(text.slice(0, LONGEST_SENTENCE).trim());
  return (
    words.length >= 3 && words.some((word, index) => isVerb(index === 0 ? word.toLowerCase() : word) || PAST.test(word))
  );
}

const PAST = /^(?!retired)\p{Ll}{3,}ed[.,;:]?$/u;
const LONGEST_SENTENCE = 1000;
const BOUNDARY = /(?<=[\p{Ll}\d)\]])[.!?]\s+(?=[\p{Lu}“"])/gu;

/** Splits the sentences at the end of a line from the list before them. */
export function splitSentences(line: string): { list: string; prose: string } {
  if (line.length > 20_000) return { list: line, prose: '' };
  if (isSentence(line.replace(/^\s*[*+•-]\s+/, ''))) {
    const [firstSentence = ''] = line.slice(0, LONGEST_SENTENCE).split(BOUNDARY, 1);
    if (isSentence(`${firstSentence}.`) || !/[,;]/.test(firstSentence)) return { list: '', prose: line.trim() };
  }
  for (const { index, 0: mark } of line.matchAll(BOUNDARY)) {
    const tail = line.slice(index + mark.length);
    const [next = ''] = tail.slice(0, LONGEST_SENTENCE).split(BOUNDARY, 1);
    if (isSentence(`${next}.`)) return { list: line.slice(0, index), prose: tail.trim() };
  }
  return { list: line, prose: '' };
}
