/** The global variable of a remote's container. JavaScript identifiers can't contain hyphens. */
export const containerName = (name) => `archive_${name.replaceAll('-', '_')}`;

/** The chunk of an exposed module: `./person-picker` is in `expose-person-picker`. */
export const chunkOf = (request) => `expose-${request.replace('./', '').replaceAll('/', '-')}`;
