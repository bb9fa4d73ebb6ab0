// cspell:disable
import { headingKey } from '@archive/file-metadata/tables';

const names = (column: string, list: string) => list.split(/[,\s]+/).map((name) => [name, column] as const);

/** Headings of tables about files by column: in English, German, French and Spanish, and of Dublin Core. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...names(
    'file',
    'filename, file_name, path, file_path, image, datei, dateiname, pfad, bild, fichier, nom_du_fichier, chemin, archivo, nombre_de_archivo, ruta',
  ),
  ...names('title', 'caption, name, titel, bildtitel, bildunterschrift, titre, legende, titulo, leyenda, dc_title'),
  ...names(
    'date',
    'dates, taken, date_taken, datum, aufnahmedatum, jahr, date_de_prise_de_vue, annee, fecha, ano, dc_date, dc_created',
  ),
  ...names(
    'description_markdown',
    'description, notes, beschreibung, anmerkung, bemerkung, remarques, descripcion, notas, dc_description, dc_abstract',
  ),
  ...names('credit', 'credit_line, courtesy, bildnachweis, nachweis, mention, credito, creditos'),
  ...names(
    'creator',
    'photographer, artist, author, fotograf, fotografin, urheber, photographe, auteur, fotografo, autor, dc_creator',
  ),
  ...names('place', 'location, where, ort, aufnahmeort, lieu, lugar, dc_spatial, dc_coverage'),
  ...names(
    'identifier',
    'id, object_id, accession_number, call_number, signatur, inventarnummer, cote, reference, signatura, dc_identifier',
  ),
  ...names(
    'tags',
    'keywords, subjects, subject, schlagworte, stichworte, mots_cles, sujets, palabras_clave, etiquetas, dc_subject',
  ),
  ...names('alt_text', 'alternative_text, alternativtext, texte_alternatif, texto_alternativo'),
  ...names('rights', 'license, lizenz, rechte, licence, droits, licencia, derechos, dc_rights, dc_license'),
  ...names('provenance', 'source, provenienz, herkunft, provenienza, origine, procedencia, dc_provenance, dc_source'),
  ...names('voyage_slug', 'voyage, fahrt, reise, voyage_id, viaje'),
  ...names('album_slug', 'album, alben'),
  ...names('people', 'persons, personen, personnes, personas'),
]);

/** Headings of languages that write the day before the month. */
const DAY_FIRST = new Set(['datum', 'aufnahmedatum', 'date_de_prise_de_vue', 'fecha']);

/** The column of a heading, whatever its case, blanks and language; the heading itself if it means none. */
export function columnOf(heading: string, columns: readonly string[]): string {
  const key = headingKey(heading);
  return columns.includes(key) ? key : (SYNONYMS.get(key) ?? heading.trim());
}

export const isDayFirstHeading = (heading: string) => DAY_FIRST.has(headingKey(heading));
