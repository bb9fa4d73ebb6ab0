// cspell:ignore squall breez drizzl Hains Chiang dlnrstz Gamal passos shek
import { hasKnownGivenName } from './inverted-names.ts';
import { isSurnameFirst } from './filing-words.ts';
import { generationOf, isParticle } from './name-words.ts';
import { isTitleWord } from './ranks.ts';

const SKY = String.raw`rain(?:y|ing|ed|s)?|fog(?:gy)?|clear(?:ing|ed)?|fair|cloud(?:y|s)?|overcast|wind[sy]?|snow(?:y|ing)?|storm[sy]?|sunny|sunshine|showers?|drizzl(?:e|ing)|breez(?:es?|y)|gales?|squalls?|haz[ey]|humid|mist[sy]?|sleet|thunder(?:storms?)?|weather|seas?|swells?|choppy|calm|warm|cold|hot|cool`;
/** Words about the weather. */
export const WEATHER = new RegExp(String.raw`\b(?:${SKY})\b|°`, 'i');
const ONLY_WEATHER = new RegExp(
  String.raw`^(?:(?:${SKY}|heavy|light|strong|slight|very|partly|moderate|fresh|rough|smooth|thick|some|and|then|with|later|all|day|[NESW]{1,3})\b[\s.,;]*)+$`,
  'i',
);
/** Words about the weather that are surnames where they stand alone: Curtis Strong. */
const SURNAME_ALONE = /^(?:strong|light|day|smooth|north|west)$/i;
/** Words of places on the river and the bay. */
export const PLACE =
  /\b(?:R|River|Bay|Isl?|Island|Yard|Navy|Creek|Landing|Harbor|Mt|Mount|Pt|Point|Pier|Chesapeake|Potomac|Anacostia|Quantico|Annapolis|Norfolk|Cove|Beach|Light|Canal|Hains|Fort|Ft|Cape|Wharf|Sound)\b/;
const ONLY_PLACE =
  /^(?:\p{L}[\p{L}.'’]* )*(?:River|R\.|Bay|Island|Yard|Creek|Landing|Harbor|Point|Pt\.|Pier|Canal|Chesapeake|Potomac|Anacostia|Quantico|Annapolis|Mount Vernon|Mt\. Vernon)$/u;
const EVENT =
  /^(?:left|lv|departed|arrived|returned|ret|sailed|anchored|moored|docked|underway|embarked|ashore|lunch|luncheon|dinner|supper|cocktails|swimming|fishing|painted|repaired|cleaned)\b/i;

const DIGIT = /\d/;
/** The last word of a name in lower case: “al-nasser”, “ibn Saud”. */
const ARABIC = /^(?:a[dlnrstz]|as?h|el|ul|ud|bin|ibn|abu)-/;

/** Whether the last word of a name can be in lower case: “Gamal al-nasser”, “Chiang kai-shek”, “Bob Poe jr”, “John dos passos”. */
function mayBeLowerCase(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const previous = words.at(-2) ?? '';
  return (
    words.length < 2 ||
    isParticle(last) ||
    isParticle(previous) ||
    generationOf(last) !== undefined ||
    ARABIC.test(last) ||
    (last.includes('-') && isSurnameFirst(words))
  );
}

/** Whether text in a list of people probably doesn’t name anyone: “Rain”, “Heavy seas”, “Left Navy Yard 10 a.m.”. */
export function isImprobableName(sourceText: string): boolean {
  const text = sourceText.slice(0, 200);
  const words = text.split(' ');
  if (words.some((word) => DIGIT.test(word) && generationOf(word) === undefined)) return true;
  if (isTitleWord(words[0] ?? '')) return false;
  if ((ONLY_WEATHER.test(text) && !SURNAME_ALONE.test(text)) || EVENT.test(text)) return true;
  const last = words.at(-1) ?? '';
  if (/\p{Lu}/u.test(text) && /^\p{Ll}\P{Lu}*$/u.test(last) && !mayBeLowerCase(words)) return true;
  // “Potomac R.” has no initial.
  return ONLY_PLACE.test(text) && !hasKnownGivenName(words.slice(0, -1).join(' '));
}
