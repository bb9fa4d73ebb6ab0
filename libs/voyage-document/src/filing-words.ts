// cspell:disable
import { fold } from './folding.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));
const has = (list: ReadonlySet<string>, word: string) => list.has(fold(word));

/** Given names by language, folded. Names that are as common in English, such as Charles, are left out. */
const FRENCH = words(`
  alexis alphonse anatole andre antoine aristide auguste bertrand camille cecile christophe claire clemence edgard edmond
  edouard elie emile emmanuel etienne eugenie fernand francois francoise gaston genevieve georges gilles guillaume gustave guy helene henri
  herve honore hubert hugues jacques jean jean-baptiste jean-jacques jean-paul jerome jules julien laurent leopold lucien marcel marguerite
  marie-antoinette mathieu maurice olivier pascal philippe pierre raoul raymonde remy rene robespierre romain savinien sebastien
  simone stephane sylvie therese thierry valery victoire xavier yves yvonne`);
const SPANISH = words(`
  abelardo adolfo agustin alberto alejandro alfonso alfredo alvaro amalia ana anastasio andres angel antonio armando arturo augusto benito bernardo
  camilo carlos carmen cesar cristina cristobal dolores diego edgardo eduardo elena eliecer elvira emiliano emilio enrique ernesto esteban federico felipe
  fernando fidel francisco fulgencio gabriel gabriela galo gerardo gilberto gonzalo gregorio guillermo gustavo hector hernan hernando hugo humberto ignacio
  ines isabel jaime javier jesus joaquin jorge jose josefa juan juana julio laureano leonor leopoldo lucia luis luisa manuel marcos
  maria mariano mario mauricio mercedes miguel nicanor octavio osvaldo pablo pedro pilar porfirio rafael ramon raquel raul ricardo roberto rodolfo
  rodrigo rogelio roman romulo ruben salvador santiago sergio teresa tomas venustiano vicente victor violeta`);
const PORTUGUESE = words(`
  afonso alvares anibal antonia artur catarina duarte fernao floriano getulio henrique humberto jair janio joao joaquim jorge jose
  juscelino luis luiz luiza manoel manuel marcelo maria mario paulo pedro rui tancredo vasco`);
const ITALIAN = words(
  'alcide amintore carlo cesare enrico gabriele giorgio giovanni giuseppe lorenzo luigi niccolo sandro vittorio',
);
const DUTCH = words(`
  adriaan anna arie cornelis dirk frans gerrit hendrik jacob jan joannes johan johannes joop joris klaas maarten maria piet pieter reinier ruud
  sybren willem wim wouter`);
const HUNGARIAN = words(`
  andras antal arpad attila balazs balint bela denes dezso endre erzsebet ferenc gabor gabriella geza gyorgy gyula ilona imre istvan
  janos jeno jozsef kalman karoly katalin kornel laszlo lajos lorand matyas mihaly miklos odon pal sandor tibor viktor vilmos zoltan zsigmond
  zsuzsa`);
const ICELANDIC = words(`
  agust arni asgeir asgerdur asta birgir bjarni bjork bjorn davið david einar geir gudni gudmundur gudrun gunnar gunnlaugur halldor hannes
  ingibjorg johanna jon jonas katrin kristin kristjan olafur ragnheidur sigridur sigurdur snorri stefan steingrimur sveinn thor thora
  thorsteinn tryggvi vigdis`);

export const isFrench = (given: string) => has(FRENCH, given);
export const isSpanish = (given: string) => has(SPANISH, given);
export const isRomance = (given: string) => isFrench(given) || isSpanish(given) || has(PORTUGUESE, given);
export const isDutch = (given: string) => has(DUTCH, given);
export const isItalian = (given: string) => has(ITALIAN, given);
export const isHungarian = (given: string) => has(HUNGARIAN, given);
export const isIcelandic = (given: string) => has(ICELANDIC, given);

/** Surnames that are often the first of two. Those in -ez, such as Rodríguez, are recognized by their end. */
const SPANISH_SURNAMES = words(`
  acosta aguilar aguirre alcala alemon aleman alfonsin allende alonso alvarado arbenz arenas arias arosemena avila balaguer barrios batista
  belaunde betancourt blanco borges bosch bravo caldera calderon calles campos cantillo cardenas carranza carrera carrillo castillo castro
  cisneros cortes cruz delgado diaz duarte duran echeverria escobar espinosa figueres flores franco frei fuentes garcia garza guerra guerrero
  guevara guzman haya herrera illia lara lleras leon lanusse luna madero marin medina mendoza molina montes mora morales moreno munoz
  navarro nunez obregon ochoa odria ojeda ordaz ortega ortiz osorio paz pena perez peron pinto ponce portillo prado prio ramos remon
  reyes rivas rivera rojas romero rosas rubio ruiz salazar salinas sandoval santos serrano silva solis somoza sosa soto stroessner torres
  trujillo ubico urrutia valencia valle vargas vasconcelos vega velasco velez vidal villa villalobos villanueva villeda ydigoras zaldivar zamora zapata`);
export const isSpanishSurname = (word: string) => has(SPANISH_SURNAMES, word) || /..[eé]z$/iu.test(word);

/** Whether a word looks like a Portuguese surname: Teixeira, Carvalho, Magalhães, Rodrigues, Gomes. */
export const isPortugueseSurname = (word: string) =>
  /(?:eir[ao]s?|ães|ão|[aeiou][ln]h[ao]|[^u]gues|^(?:gom|fernand|nun|soar|alv|lop|mend)es)$/iu.test(word);
/** Whether a word looks like a Spanish surname: no letters and ends of other languages. */
export const looksSpanish = (word: string) =>
  /^(?!.*(?:[kwç]|[tps]h|([bdfgkmnptz])\1|[^aeiou]y))\p{L}{3,}[aeonrslz]$/iu.test(fold(word));

/** Stand after a Portuguese surname and belong to it: Filho is "son", Neto is "grandson". */
const PORTUGUESE_RELATIONS = words('filho neto netto sobrinho');
export const isPortugueseRelation = (word: string) => has(PORTUGUESE_RELATIONS, word);

/** Surnames of two words without a hyphen that the words do not show. */
const COMPOUND_SURNAMES: ReadonlySet<string> = new Set([
  'baden powell',
  'bowes lyon',
  'castello branco',
  'castelo branco',
  'douglas home',
  'fox strangways',
  'lane fox',
  'lloyd george',
  'lloyd webber',
  'mendes france',
  'sackville west',
  'vaughan williams',
]);
export const isCompoundSurname = (first: string, second: string) => COMPOUND_SURNAMES.has(fold(`${first} ${second}`));

const ORGANIZATION = words(`
  academy agency army association authority band bank board bureau cabinet choir chorus center centre church club coast college commission committee company
  corp corporation corps council delegation department district estate fleet force foundation government group guard guild hospital inc incorporated
  institute institution laboratory league library limited llc ltd marines ministry museum navy office orchestra organization partnership
  school scouts service services shipbuilding shipyard society squadron team trust union university yachts`);
/** Whether the last word of a name is that of organizations: "U.S. Navy". Some are surnames: Frank Church. */
export const endsAsOrganization = (word: string) => ORGANIZATION.has(fold(word).replaceAll('.', ''));

/** A syllable of a Chinese or Korean name in Latin letters, in any of the usual systems. */
const SYLLABLE = `(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|hs|sw|ts|tz|sz|ky|hy|my|py|ny|gy|by|ry|hw|kw|gw|ng)?[aeiouü]{1,3}(?:ng|[nrhktpmlw])?`;
const ONE_SYLLABLE = new RegExp(`^${SYLLABLE}$`);
const ONE_OR_TWO_SYLLABLES = new RegExp(`^${SYLLABLE}(?:-?${SYLLABLE})?$`);
const HYPHENATED = new RegExp(`^${SYLLABLE}-${SYLLABLE}$`);
const VIETNAMESE_SYLLABLE =
  /^(?:ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ch|nh|ng|[cmnpt])?$/;
/** Letters of no other language. */
const ONLY_VIETNAMESE_LETTERS = /[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;
const VIETNAMESE_LETTERS = /[ăđ]/i;

const VIETNAMESE_SURNAMES = words(`
  bui cao dang dao dinh do doan dong duong ha ho hoang huynh lam le luong luu ly mai ngo nguyen pham phan phung quach ta thai tran trinh truong
  tu vo vu vuong`);
const ONLY_VIETNAMESE = words('dinh duong hoang huynh ngo nguyen pham phung tran trinh truong vuong');
const VIETNAMESE_MIDDLE = words(
  'anh ba cao chi cong dac dang dinh duc huu huy khac kim minh ngoc phu quang quoc tan thanh thi trong van viet xuan',
);

const CHINESE_SURNAMES = words(`
  cai chen cheng chiang chiu chou chu deng dong feng gao guo hsiao hsieh hsiung hsu hsueh hu hua huang jiang kung kuo li liang liao lin liu luo mao ouyang
  peng qian shen song soong szeto tang teng tsai tsao tsiang tsien tsung wang wei wu xi xie xu yang yao ye yeh yuan zeng zhang zhao zheng zhou zhu`);
/** Surnames of China and Korea that are common elsewhere, too, also as given names: Lee Remick, Kim Novak. */
const ASIAN_SURNAMES = words(`
  ahn an baek ban chan chang cho choe choi chun chung fan goh han hong hwang im jang jeong jo jung kang kim koh koo kwon lee lim lu ma
  moon oh ong paik pak pan park quek rhee roh ryu seo shin su suh sun tan tay teo toh wen yen yeo yi yoo yoon yu yun`);

function isVietnamese(folded: readonly string[], text: string): boolean {
  const [surname = '', middle = ''] = folded;
  const composed = text.normalize('NFC');
  if (!folded.every((word) => word.split('-').every((syllable) => VIETNAMESE_SYLLABLE.test(syllable)))) return false;
  if (ONLY_VIETNAMESE_LETTERS.test(composed)) return true;
  return (
    VIETNAMESE_SURNAMES.has(surname) &&
    (ONLY_VIETNAMESE.has(surname) ||
      (folded.length > 2 && VIETNAMESE_MIDDLE.has(middle)) ||
      VIETNAMESE_LETTERS.test(composed))
  );
}

/**
 * Whether the surname comes first and the name keeps its order: "Đặng Văn Minh", "Mao Zedong", "Park Chung Hee". A surname that is common
 * elsewhere needs two syllables as given names: "Lee Kuan Yew", but not "Lee Remick".
 */
export function isSurnameFirst(nameWords: readonly string[]): boolean {
  if (nameWords.length < 2 || nameWords.length > 4) return false;
  const text = nameWords.join(' ');
  const folded = nameWords.map((word) => fold(word).replaceAll(/['’]/g, ''));
  if (isVietnamese(folded, text)) return true;
  const [surname = '', ...given] = folded;
  const isTwoWords = given.length === 2 && given.every((word) => ONE_SYLLABLE.test(word));
  const [first = ''] = given;
  if (CHINESE_SURNAMES.has(surname)) return isTwoWords || (given.length === 1 && ONE_OR_TWO_SYLLABLES.test(first));
  return ASIAN_SURNAMES.has(surname) && (isTwoWords || (given.length === 1 && HYPHENATED.test(first)));
}

/** First words of names that have no surname, in Ethiopia, Thailand, Cambodia, Laos, the Congo, and of the Aga Khans. */
const WITHOUT_SURNAME = words(`
  abebe abiy aga aklilu alemayehu amha asfa asfaw asrate bekele berhanu endalkachew girma habte haile imru menelik kassa kebede ketema makonnen mengistu
  mesfin minasse seyoum shifarraw tadesse tafari tekle tewodros yilma yohannes zewde
  bhichai chatichai kriangsak kukrit phao phibun plaek praphas prapas prem pridi sanya sarit seni thanat thanom
  norodom sisowath souphanouvong souvanna phoumi mobutu`);
/** Words of Burmese names. */
const BURMESE = words(
  'aung aye ba hla htin khin kyaw kyi lwin maung mya myint ne nu nyunt ohn pe san saw sein shwe soe suu than thant thein tin tun win',
);

/** Whether a word is a Burmese form of address: U Thant. */
export const isBurmeseTitle = (word: string) => /^(?:U|Daw)$/.test(word);

/** Whether a name has no surname, as far as its first word or all of its words tell. */
export const isWithoutSurname = (nameWords: readonly string[]): boolean => {
  const [first = ''] = nameWords;
  return (
    nameWords.length > 1 &&
    (has(WITHOUT_SURNAME, first) ||
      nameWords.every((word) => has(BURMESE, word)) ||
      (nameWords.length === 2 && /^abdul$/i.test(first)))
  );
};

const ARABIC_OR_HEBREW = words(
  'abdelaziz abdullah ahmad ahmed ali david habib hassan hussein ibrahim mohamed moshe salah shlomo yitzhak yosef youssef',
);
/** Whether "Ben" after a given name begins a surname: Ahmed Ben Bella. */
export const isArabicOrHebrew = (given: string) => has(ARABIC_OR_HEBREW, given) || isMuhammad(given);
export const isMuhammad = (given: string) => /^m[uo]hamm?[ae]d$/.test(fold(given));
