/**
 * Only letters, digits, dots and hyphens may name the host, and nothing may stand before it or behind it but a path, a
 * query or a fragment of printable ASCII: no user, no port, no backslash, no white space. What parsers read differently
 * is refused, not repaired.
 */
const PLAIN_HTTPS = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i

/** Whether a browser may be sent to this address: https, and exactly one of these hosts (product 4.6). */
export function isAllowedRedirect(url: string, hosts: readonly string[]): boolean {
  const host = PLAIN_HTTPS.exec(url)?.[1]
  return host !== undefined && hosts.includes(host.toLowerCase())
}
