/** Throws when a reply has no access token, whatever its status, before any step is cleared. */
export function requireToken<R extends { accessToken: string }>(reply: R): R {
  if (!reply.accessToken) throw new TypeError('The reply has no accessToken')
  return reply
}
