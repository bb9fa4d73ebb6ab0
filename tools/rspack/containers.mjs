/** The global variable of a remote's container. Identifiers of JavaScript have no hyphens. */
export const containerName = (name) => `archive_${name.replaceAll('-', '_')}`;

/** The chunk of an exposed module: `./person-picker` is in `expose-person-picker`. */
export const chunkOf = (request) => `expose-${request.replace('./', '').replaceAll('/', '-')}`;
