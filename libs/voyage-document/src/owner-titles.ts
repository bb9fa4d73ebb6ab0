// cspell:ignore lista präsident président presidente administración administrations amtszeit ausflüge chronik chronologie croisières cruceros eigentümer eigner diario fahrten giros liste listes logbuch nach präsidentendienst präsidentschaft präsidentschaftszeit présidence presidencia protokoll regierung registre registro reisen sorties tagebuch verzeichnis viajes
import { isParticle } from './name-words.ts';

/** Words of the titles of documents and their parts. Names of owners don't have them. */
const TITLE_WORDS =
  /(?<!\p{L})(?:trips?|voyages?|cruises?|sailings?|outings?|excursions?|visits?|logs?|logbooks?|journals?|diary|diaries|calendar|archives?|history|histories|chronology|timeline|chronicles?|lists?|records?|notes?|documents?|transcripts?|guests?|passengers?|summers?|years?|part|chapter|appendix|untitled|fahrten|reisen|ausflüge|liste|listes|protokoll|logbuch|tagebuch|chronik|chronologie|verzeichnis|croisières|sorties|registre|viajes|cruceros|registro|diario|lista)(?!\p{L})/iu;
/** Whether text has a word of a title, such as "trips". */
export const hasTitleWord = (text: string): boolean => TITLE_WORDS.test(text);

const LINK_WORD = /^(?:and|&|of|the)$/;
const MAX_NAME_WORDS = 6;

/** Whether text could be the name of a person or company, and not the title of a list. */
export function isOwnerName(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  return (
    words.length > 0 &&
    words.length <= MAX_NAME_WORDS &&
    !/[\d:;?!]/.test(text) &&
    !hasTitleWord(text) &&
    words.every(
      (word, index) => /^["“'(]?\p{Lu}/u.test(word) || (index > 0 && (LINK_WORD.test(word) || isParticle(word))),
    )
  );
}

/** `Richard Nixon Administration`, `The Nixon Years`, `Administration of Harry S. Truman`, `Regierung Ford`, `Présidence de Gerald Ford`. */
const ADMINISTRATIONS = [
  /^(?:the )?(\p{Lu}.*?)(?:['’]s?)? (?:administration|presidency|years|era|term)$/iu,
  /^(?:the )?(?:administration|presidency|years|era|term|regierung|präsidentschaft|amtszeit|présidence|presidencia|administración)(?: of| von| de| du| d['’])? (?:president |präsident |président |presidente )?(\p{Lu}.*)$/iu,
];

/** The president that the title of an administration names, as the archive writes its sections; null for other text. */
export function administrationName(text: string): string | null {
  for (const pattern of ADMINISTRATIONS) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && isOwnerName(name)) return name;
  }
  return null;
}

const BEFORE_AFTER = String.raw`(?:before|after|pre|post|vor|nach)`;
const WITHOUT_PRESIDENT = new RegExp(
  `^${BEFORE_AFTER}(?: ?(?:/|-|and|or|&|und|oder) ?${BEFORE_AFTER})?[ -](?:the |der |dem )?(?:presidential (?:service|use|years|era|time|period|ownership)|presidency|präsidentschaft|präsidentschaftszeit|präsidentendienst)$|^(?:non[- ]presidential|without (?:a )?president|no (?:president|owner))(?: (?:service|use|voyages|years))?$`,
  'iu',
);

/** Whether text is the archive's title for voyages without a president: `Before / After Presidential Service`. */
export const isWithoutPresident = (text: string): boolean =>
  WITHOUT_PRESIDENT.test(text.replaceAll(/\s+/g, ' ').trim());
