/** RightsStatements.org statements and Creative Commons licenses that a record may use. */
const IN_COPYRIGHT = 'https://rightsstatements.org/vocab';
const COMMONS = 'https://creativecommons.org';

export const RIGHTS = [
  { value: `${COMMONS}/publicdomain/mark/1.0/`, label: 'Public domain' },
  { value: `${COMMONS}/publicdomain/zero/1.0/`, label: 'CC0, dedicated to the public domain' },
  { value: `${COMMONS}/licenses/by/4.0/`, label: 'CC BY 4.0' },
  { value: `${COMMONS}/licenses/by-sa/4.0/`, label: 'CC BY-SA 4.0' },
  { value: `${COMMONS}/licenses/by-nd/4.0/`, label: 'CC BY-ND 4.0' },
  { value: `${COMMONS}/licenses/by-nc/4.0/`, label: 'CC BY-NC 4.0' },
  { value: `${COMMONS}/licenses/by-nc-sa/4.0/`, label: 'CC BY-NC-SA 4.0' },
  { value: `${COMMONS}/licenses/by-nc-nd/4.0/`, label: 'CC BY-NC-ND 4.0' },
  { value: `${IN_COPYRIGHT}/NoC-US/1.0/`, label: 'No copyright in the United States' },
  { value: `${IN_COPYRIGHT}/NoC-CR/1.0/`, label: 'No copyright, contractual restrictions' },
  { value: `${IN_COPYRIGHT}/NoC-NC/1.0/`, label: 'No copyright, non-commercial use only' },
  { value: `${IN_COPYRIGHT}/NoC-OKLR/1.0/`, label: 'No copyright, other legal restrictions' },
  { value: `${IN_COPYRIGHT}/InC/1.0/`, label: 'In copyright' },
  { value: `${IN_COPYRIGHT}/InC-EDU/1.0/`, label: 'In copyright, educational use permitted' },
  { value: `${IN_COPYRIGHT}/InC-NC/1.0/`, label: 'In copyright, non-commercial use permitted' },
  { value: `${IN_COPYRIGHT}/InC-RUU/1.0/`, label: 'In copyright, rights holder cannot be found' },
  { value: `${IN_COPYRIGHT}/InC-OW-EU/1.0/`, label: 'In copyright, EU orphan work' },
  { value: `${IN_COPYRIGHT}/CNE/1.0/`, label: 'Copyright not evaluated' },
  { value: `${IN_COPYRIGHT}/UND/1.0/`, label: 'Copyright undetermined' },
  { value: `${IN_COPYRIGHT}/NKC/1.0/`, label: 'No known copyright' },
];

const normalizeUrl = (url: string) =>
  url
    .replace(/^http:/, 'https:')
    .replace('/page/', '/vocab/')
    .replace(/\/?$/, '/');

/** "Public domain" for its URL; an unknown URL is returned unchanged. */
export const rightsLabel = (url: string): string =>
  RIGHTS.find(({ value }) => value === normalizeUrl(url))?.label ?? url;

const STATEMENTS =
  /^https?:\/\/rightsstatements\.org\/(?:vocab|page)\/(?:InC|InC-OW-EU|InC-EDU|InC-NC|InC-RUU|NoC-CR|NoC-NC|NoC-OKLR|NoC-US|CNE|UND|NKC)\/1\.0\/?$/;
const LICENSES =
  /^https?:\/\/creativecommons\.org\/(?:licenses\/(?:by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)\/[1-4]\.\d(?:\/[a-z]{2,6})?|publicdomain\/(?:zero|mark)\/1\.0)(?:\/deed(?:\.[A-Za-z_-]{2,10})?)?\/?$/;

/** Whether this is the URL of a RightsStatements.org statement or a Creative Commons license. */
export const isRightsUrl = (url: string): boolean => STATEMENTS.test(url) || LICENSES.test(url);
