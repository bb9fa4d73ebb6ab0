import { VOYAGE_COLUMNS, type VoyageColumn } from './voyage-columns.ts';

// cspell:disable

const names = (column: VoyageColumn, list: string): [string, VoyageColumn][] =>
  list.split(/[,\s]+/).map((name) => [name, column]);

/** Alternative headings that people use in their tables, folded: in English, German, French and Spanish, and Dublin Core. */
export const HEADINGS: ReadonlyMap<string, VoyageColumn> = new Map([
  ...VOYAGE_COLUMNS.map((column): [string, VoyageColumn] => [column, column]),
  ...names('voyage_slug', 'slug, id, voyage_id'),
  ...names(
    'owner',
    `president, presidents, administration, president_owner, owner_president, vessel_owner, yacht_owner, prasident, eigentumer, besitzer,
    proprietaire, presidente, propietario`,
  ),
  ...names('number', 'no, nr, trip_no, cruise_no, voyage_number, voyage_no, nummer, lfd_nr, numero'),
  // “Date of voyage”, “año_inicio” and the like are composed: see `COMPOSED_WORDS`.
  ...names(
    'start_date',
    'start, begin, when, event_start, year_month_day, reisetag, reisedatum, beginn, anfang, startdatum, wann, debut, quand, inicio, cuando, dc_date, dc_created, dc_temporal, edtf_date_created, point_in_time',
  ),
  ...names('end_date', 'end, until, event_end, ende, enddatum, bis, fin, hasta'),
  ...names(
    'title',
    'item_label, preferred_labels, preferred_label, unit_title, voyage, voyage_title, trip, cruise, event, event_name, occasion, what, name, subject, betreff, objet, asunto, titel, anlass, ereignis, reise, titre, intitule, evenement, titulo, evento, viaje, dc_title',
  ),
  ...names('voyage_type', 'type, type_of_voyage, kind, art, typ, tipo'),
  ...names(
    'start_time',
    `time, event_time, time_out, out, underway, cast_off, left, sailed, departure_time, departed, time_of_departure, times, hours, from_to, from_until, uhrzeit, zeit, zeiten, von_bis, abfahrt,
    abfahrtszeit, heure, heures, horaire, heure_de_depart, de_a, hora, horas, horario, hora_de_salida, salida, desde_hasta`,
  ),
  ...names(
    'end_time',
    `time_in, in, back, return, moored, docked, disembarked, debarked, return_time, arrival_time, returned, ruckkehr, ruckkehrzeit, ankunftszeit, retour, heure_de_retour, heure_d_arrivee, regreso,
    hora_de_llegada, hora_de_regreso`,
  ),
  ...names(
    'start_location',
    `location, locations, locality, event_place, place, places, where, from, origin, departure, departure_place, departure_port, port_of_departure, vessel_location, location_of_vessel, ort, orte, wo, von, abfahrtsort,
    ankerplatz, lieu, lieux, ou, depart, lieu_de_depart, lugar, lugares, donde, desde, origen, lugar_de_salida, dc_spatial, dc_coverage,
    city, town, municipality, stadt, gemeinde, ville, commune, ciudad, poblacion, localidad, municipio`,
  ),
  ...names(
    'end_location',
    `to, where_to, destination, arrival, arrival_place, arrival_port, port_of_arrival, ziel, zielort, nach, ankunft, arrivee, lieu_d_arrivee, vers, destino, llegada, lugar_de_llegada`,
  ),
  ...names(
    'passengers',
    `passenger, guest, guests, guests_on_board, guests_aboard, people_on_board, passengers_on_board, people, who, who_was_on_board, who_was_aboard, who_was_there, who_came, on_board, aboard, attendees, attendee, party, present, embarked, participant,
    participants, passengers_guests, passengers_and_guests, guest_list, passenger_list, persons, gaste, passagiere, teilnehmer, personen, mitreisende, fahrgaste,
    mitfahrer, an_bord, wer, wer_war_an_bord, wer_war_dabei, invites, passagers, personnes, a_bord, qui, qui_etait_a_bord, invitados, pasajeros, personas, a_bordo, quien, quien_estaba_a_bordo, dc_contributor`,
  ),
  ...names(
    'summary_markdown',
    'summary, description, descrip, scope_and_content, n_scopecontent, beschreibung, zusammenfassung, inhalt, resume, descripcion, resumen, dc_description, dc_abstract',
  ),
  ...names('additional_information', 'additional_info, details, information, angaben, informations, informacion'),
  ...names(
    'sources',
    `source, reference, references, citation, citations, ref, url, link, links, quelle, quellen, nachweis, fuente, fuentes, dc_source,
    dc_references, dc_bibliographiccitation, dc_bibliographic_citation`,
  ),
  ...names('additional_sources', 'additional_source, other_sources'),
  ...names(
    'notes',
    `note, event_remarks, comment, comments, remark, remarks, bemerkung, bemerkungen, anmerkung, anmerkungen, notiz, notizen, kommentar, remarque, remarques,
    commentaire, commentaires, observations, observacion, observaciones, nota, notas, comentario, comentarios`,
  ),
  ...names('notes', 'general_note, n_general'),
  ...names('notes_internal', 'curator_notes, internal_notes, staff_notes'),
  ...names(
    'start_date_written',
    'date_expression, display_date, date_display, date_text, dated, expression, verbatim_event_date',
  ),
  ...names('spins', 'spin, quote, quotes, zitat, zitate, cita, citas'),
]);

const words = (text: string) => new Set(text.split(' '));

/** The words of headings such as “Date of voyage”, “Time out / in”, “Departure from”, “Abfahrt Zeit” and “año final”. */
export const COMPOSED_WORDS = {
  date: words('when wann quand cuando date dates datum fecha fechas day tag jour dia year jahr annee ano'),
  time: words('time times hour hours clock zeit zeiten uhrzeit uhr heure heures hora horas'),
  place: words('place port harbor harbour location from to ort hafen von nach lieu de vers lugar puerto desde hacia'),
  start: words(
    `start begin beginning first from out left departure departed departing underway sailed sailing beginn anfang von abfahrt abreise debut
    depart inicio inicial desde salida`,
  ),
  end: words(
    `end last to until in back return returned returning arrival arrived docked moored ende bis ankunft ruckkehr fin final hasta arrivee retour
    llegada regreso`,
  ),
  other: words('of the and or at a de d du der des del la le l el y und et voyage trip cruise event reise viaje'),
};

/** Headings of a part of the place, for tables without another place. */
export const PARTS_OF_PLACE = words(
  'city town municipality stadt gemeinde ville commune ciudad poblacion localidad municipio',
);

/** Headings of languages that write the day before the month. */
export const DAY_FIRST_WORD = /(?:^|_)(?:\w*datum|\w*tag|beginn|wann|jour|debut|quand|fechas?|inicio|dia)(?:_|$)/;

/** Headings that can be of dates, times or places. */
export const AMBIGUOUS_HEADINGS = words(
  'start end begin out back return in until from to from_to von bis von_bis beginn ende abfahrt ankunft depart arrivee debut fin desde hasta salida llegada',
);

/** Headings of dates and people that have to do with the record or its file, not with the voyage. */
export const OF_THE_RECORD =
  /timestamp|zeitstempel|horodateur|marca_temporal|creat|modif|updat|edited|upload|import|added|accession|available|acquisition|catalog|entry|scan|digiti|export|record|author|photograph|fotograf|donor|artist|publish|owner|file|image|thumb|media|attachment|identifier|uri$|rights/;
/** Headings that say when a row was written down: of forms and of databases. */
export const TIMESTAMP =
  /^(?:timestamp|zeitstempel|horodateur|marca_temporal|created(?:_at|_time)?|(?:last_)?modified(?:_at|_time)?|updated(?:_at)?)$/;
