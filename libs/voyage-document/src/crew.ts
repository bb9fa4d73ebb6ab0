const PARTS = /\s*[,;/]\s*|\s+(?:and|&)\s+/i;
const OBJECT = /\s+(?:of|to|for|at|aboard|on)\s+/i;
const FORMER = /^(?:former|ex|retired|late)\b/i;
const VESSEL = /(?<![\w-])(?:yacht|sequoia|vessel|ship|boat)(?:['’]s)?(?![\w-])/i;
const SERVING = /(?<![\w-])(?:cook|cooks|steward|stewards|stewardess|crewman|crewmen|crewmember|crewmembers)$/i;
const OTHER_STEWARD = /(?<![\w-])(?:shop|union|land)\s+stewards?$/i;
const COMMANDING = /(?<![\w-])(?:commanding officer|skipper|captain)$/i;
const CREW = /^(?:(?:the|a|our)\s+)?(?:\w+['’]?s?\s+)?crew(?:\s+members?)?$/i;
const OTHER_CREW = /(?<![\w-])(?:air|flight|film|camera|news|television|tv|ground|stage|rowing|tank|gun)\s+crew/i;
const CREW_WORDS = /^(?:member|members|head|chief|part|one)$/i;

function isCrewPhrase(phrase: string): boolean {
  return CREW.test(phrase) && !OTHER_CREW.test(phrase);
}

function commandsYacht(head: string, object: string): boolean {
  const precedingText = head
    .replace(COMMANDING, '')
    .replace(/(?<![\w-])(?:the|a)(?![\w-])/gi, '')
    .trim();
  if (object !== '') return (precedingText === '' || VESSEL.test(precedingText)) && VESSEL.test(object);
  return precedingText === '' || VESSEL.test(precedingText);
}

/**
 * Whether a role belongs to the yacht's crew: commanding officer, captain of the yacht, crew, steward or cook. The last word
 * of the role decides, so "Cook County Commissioner", "Navy Captain" and "Commanding Officer of the Atlantic Fleet" are guests.
 */
export function isCrewRole(role: string | null): boolean {
  if (role === null || role.length > 400) return false;
  const parts = role.trim().split(PARTS);
  return parts.some((part, index) => {
    const [head = '', ...objects] = part.split(OBJECT);
    if (FORMER.test(head)) return false;
    if (isCrewPhrase(part)) return true;
    if (COMMANDING.test(head)) return commandsYacht(head, objects.join(' ') || (parts[index + 1] ?? ''));
    if (SERVING.test(head)) return !OTHER_STEWARD.test(head);
    const object = objects.at(-1) ?? '';
    return CREW_WORDS.test(head.trim()) && isCrewPhrase(object);
  });
}
