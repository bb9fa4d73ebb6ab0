/**
 * The words that the project replaces, as one table. `npm run lint:language` reports each use; `npm test` fails on any.
 * `docs/glossary.md` explains the terms that replace them.
 */

/** Where a word is searched for. */
export type Scope = 'text' | 'docs' | 'comment' | 'identifier' | 'file';

export interface Term {
  /** A regular expression without flags: matched as whole words, in any case. In identifiers it matches one word of the name. */
  avoid: string;
  use: string;
  scopes: readonly Scope[];
}

/** Text for people: on screens, in docs and in comments. */
const PROSE = ['text', 'docs', 'comment'] as const;
const NAMES = ['identifier', 'file'] as const;

const phrase = (avoid: string, use: string, scopes: readonly Scope[] = PROSE): Term => ({ avoid, use, scopes });
const name = (avoid: string, use: string): Term => ({ avoid, use, scopes: NAMES });

export const TERMS: readonly Term[] = [
  // Imports
  phrase('trial runs?|tried out', 'preview'),
  phrase('(?:taken?|takes|taking) in(?= (?:a |the |documents?|voyages?|by|through|again))|voyages taken in', 'import'),
  phrase('what would happen', 'planned changes'),
  phrase('what it (?:did|has done)', 'changes made'),
  phrase(
    "(?:take|takes) (?:theirs|all of the document’s|all of the document's)",
    'use theirs, use all document versions',
  ),
  phrase('write anew', 'replace'),
  phrase('leave as it is', 'keep'),
  // Records
  phrase('look-?alikes?', 'possible duplicates; in code: duplicate candidates'),
  phrase('who is .{1,30} too\\?', 'which record is the same person?'),
  phrase('(?:take|takes|taken|taking) out (?:of|again)|taken off', 'remove, delete'),
  phrase('(?:taken|taking) back|takes? back', 'undo, revert'),
  phrase('settle (?:a|the) finding|settled findings?', 'resolve a discrepancy'),
  phrase('accept the file', 'keep the changed file'),
  phrase('what is told|what was said of|said of', 'description, quotes about'),
  phrase('nobody yet', 'no passengers yet'),
  phrase('everybody known to', 'everyone known to'),
  phrase('left blank, it is', 'if blank'),
  phrase('whole entry', 'show details'),
  phrase('as written in the log', 'original text'),
  phrase('go on with the draft', 'resume draft'),
  // Messages
  phrase('look again|look through storage', 'refresh, check now'),
  phrase('give a date that exists|give a whole address', 'enter a valid date, enter a full web address (https://…)'),
  phrase('please look at these fields', 'fix these fields'),
  phrase('(?:is|are|was|were|be|being) away(?! from)', 'unavailable; can’t reach the server'),
  phrase('this needs at least', 'add at least'),
  phrase('nothing in the archive has this address', 'there’s no page at this address'),
  phrase('longest for', 'oldest waiting'),
  phrase('front ends', 'micro-frontends'),
  phrase('handed back', 'requeued'),
  // Antique phrasing
  phrase('anew', 'again'),
  phrase('all the same(?! )', 'anyway'),
  phrase('meanwhile', 'while …, at the same time'),
  phrase('for ever', 'forever'),
  phrase('whoever|whomever|whosoever', 'people who, the process that'),
  phrase('somebody|anybody', 'someone, anyone'),
  phrase('to be had|cannot be had', 'available, unavailable'),
  phrase('(?:is|are) no (?:address|addresses|document|documents|picture|such document|number)', 'is not a …'),
  phrase('ought to|shall|thereof|therein|whence|thither|hence(?!forth)|lest|upon which', 'should, will, of it, so'),
  phrase('put right|puts right', 'fix'),
  phrase('told of|is told that|are told that', 'reported, shown'),
  phrase('brings? about', 'cause'),
  phrase('stays? as (?:it is|they are)', 'stay unchanged'),
  phrase('(?:does|did|has|have|do) not answer(?:ed)?', 'does not respond, is unavailable'),
  phrase('broken off', 'interrupted'),
  phrase('at the foot of', 'at the bottom of'),
  phrase("can(?:’t|not|'t) be told", 'can’t be determined'),
  phrase('(?:is|are) no (?:test|plain|valid|complete) ', 'is not a …'),
  phrase('has just been (?:saved|written)', 'was not found after saving'),
  phrase('(?:false|none|undefined|null|throws|@throws) where', '… if, … when', ['comment']),
  phrase('changes what was sent', 'updates the fields in the request', ['comment']),
  phrase('all behind (?:it|them)|behind (?:all others|everyone)', 'after', ['comment']),
  phrase('what it is found by|is found by', 'search document', ['comment']),
  phrase('for good', 'forever, permanently', ['comment']),
  phrase('0[1-7]-[a-z]+(?:\\.md)?', 'a decision record, or the rule itself: the page is not in the repository', [
    'comment',
    'docs',
  ]),
  phrase('(?:is|was) put right|put mistakes right', 'fix'),
  phrase(
    '(?<!there )(?:is|are|was|were) no (?!longer|more|less|fewer|matter|one|need|use)[a-z]+',
    'is not a …, doesn’t count as …',
  ),
  phrase('(?:that|who|which|it|they|can|may) (?:is|are|be) none', 'is invalid, is not one'),
  phrase('^\\*? ?Of(?= )', 'a noun: “Size of …”, “Only for …”', ['comment']),
  phrase('in the whole(?= of|[.,;])', 'without a region, in full'),
  phrase('(?:knows nothing|nothing is known) of', 'doesn’t know about'),
  phrase('(?:compared|numbered|stored|numbers .{1,30}) apart', 'separately'),
  phrase('what .{0,12}(?:file|files) (?:itself |themselves )?says?', 'the metadata in the file'),
  phrase('changed in between|saved in between', 'since'),
  phrase('walls of the house|behind the wall', 'module boundaries'),
  phrase('(?:browser )?journeys', 'end-to-end tests'),
  phrase('made again', 'regenerated'),
  phrase('several', 'a number, many, more than one, multiple'),
  phrase('(?:someone|person|people) of the archive', '… in the archive'),
  phrase('(?:at most|at least|of|until only|in|one of|how long) so (?:many|much)', 'this many, up to a limit', [
    'comment',
  ]),
  phrase('^\\*? ?(?:the )?most (?!of )[a-z]+ (?:in|of|that|per)', 'maximum number of …', ['comment']),
  phrase('(?<!\\*)\\*\\*\\*[A-Z][a-z]+', '**, two asterisks', ['docs']),
  // Identifiers and file names
  name('several', 'bulk'),
  name('lookalikes?|alikes?', 'duplicateCandidates'),
  name('walls?', 'boundaries'),
  name('journeys?', 'endToEnd, e2e'),
  name('hurry', 'forceStop'),
  name('leftovers?', 'orphans'),
  name('refus(?:e|es|ed|ing|als?)', 'reject, rejection, error'),
  name('kept', 'saved, cached, stored'),
  name('fleeting', 'noStore'),
  name('begun', 'attempts, started'),
  name('gone', 'deleted, missing'),
  name('anew', 'again'),
  name('remembered', 'baseline, stored'),
  name('settling', 'resolving'),
  name('lanes?', 'pool, runs'),
  name('answers?|answered', 'response'),
  name('asker|askers', 'client'),
  name('whoever|somebody|nobody', 'user, person'),
  name('told|telling', 'reported, shown, described'),
  name('heed|heard', 'handle, receive'),
  name('stands|standings?', 'state, status'),
  name('brought', 'fetched, downloaded'),
  name('lends?|lent', 'stub, provide'),
  name('asked|asking|asks', 'request, query, parameters'),
  name('come|coming|arriving', 'incoming, received, next'),
  name('said|lately|beyond|fate|silence', 'message, recent, outside, consequence, idle'),
  name('strangers?|borrowers?|sightings?|breaths?', 'other, dependent, candidate, pause'),
  name('wiring', 'attributes, props'),
  name('overtaken', 'stale'),
  name('wish', 'scheduled'),
  name('sound', 'valid'),
];

/** Names and phrases fixed by a specification or a library: `file` is a path prefix, `match` what is allowed there. */
export interface Allowed {
  file: string;
  match: RegExp;
  why: string;
}

export const ALLOWED: readonly Allowed[] = [
  { file: 'tools/lint/language/', match: /./, why: 'The table of terms and its tests name what they forbid.' },
  { file: 'libs/voyage-document/src/guests.ts', match: /several/, why: 'A word that counts guests.' },
  { file: 'commit', match: /read what several people leave/, why: 'A subject in the history.' },
  { file: 'CHANGELOG.md', match: /./, why: 'Describes what has been renamed.' },
];
