/**
 * The host consists of letters, digits, dots and hyphens only, and nothing else is allowed but a path, a query or a
 * fragment of printable ASCII: no user, port, backslash or white space. Input that parsers read differently is refused,
 * never repaired.
 */
const PLAIN_HTTPS = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i

/** Whether a browser may be redirected to this URL: https, and exactly one of these hosts (product 4.6). */
export function isAllowedRedirect(url: string, hosts: readonly string[]): boolean {
  const host = PLAIN_HTTPS.exec(url)?.[1]
  return host !== undefined && hosts.includes(host.toLowerCase())
}
