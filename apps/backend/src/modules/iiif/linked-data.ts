import { type JsonText, jsonText } from '../../common/index.ts';

const TYPE = /^application\/(?:ld\+)?json$|^application\/\*$|^\*\/\*$/;

interface AcceptedType {
  type: string;
  weight: number;
}

/** The media types in an `Accept` header that match a JSON document, in order of preference. */
const acceptedTypes = (header: string): AcceptedType[] =>
  header
    .split(',')
    .map((item) => {
      const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ type, weight }) => TYPE.test(type) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);

/** A document with a JSON-LD context, as JSON-LD unless the client prefers plain JSON. */
export function linkedData(document: object, context: string, accept = '*/*'): JsonText {
  const isPlain = acceptedTypes(accept)[0]?.type === 'application/json';
  return jsonText(JSON.stringify(document), {
    headers: {
      vary: 'accept',
      ...(isPlain
        ? {
            'content-type': 'application/json; charset=utf-8',
            link: `<${context}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
          }
        : { 'content-type': `application/ld+json;profile="${context}"` }),
    },
  });
}

const SITES = /^https?:\/\/(rightsstatements\.org|creativecommons\.org)\/(.+)$/;
const STATEMENT = /^(?:vocab|page)\/([\w-]+)\/1\.0\/?$/;
const LICENSE =
  /^(licenses\/[a-z-]+\/\d\.\d(?:\/[a-z]{2,6})?|publicdomain\/(?:mark|zero)\/1\.0)(?:\/deed(?:\.[\w-]+)?)?\/?$/;

/** The canonical URI (with `http`) of a RightsStatements.org or Creative Commons URL, as IIIF requires. Undefined for any other URL. */
export function rightsUri(url: string | null): string | undefined {
  const [, site = '', path = ''] = SITES.exec(url ?? '') ?? [];
  if (site === 'rightsstatements.org') {
    const name = STATEMENT.exec(path)?.[1];
    return name && `http://${site}/vocab/${name}/1.0/`;
  }
  const license = LICENSE.exec(path)?.[1];
  return license && `http://${site}/${license}/`;
}
