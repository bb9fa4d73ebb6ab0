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
