/**
 * A Caddyfile for Debian's Caddy, which is older than that of the image: it lacks three options and the statuses of
 * error handlers, and writes arguments of snippets differently. Everything else is used as it is.
 */
export function forOlderCaddy(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:persist_config|trusted_proxies|health_fails) /.test(line));
  return lines
    .join('\n')
    .replaceAll('{args[0]}', '{args.0}')
    .replace(/(handle_errors) [\d ]+/, '$1 ');
}
