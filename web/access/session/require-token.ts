/** A reply without a token opens nothing, whatever its status: thrown before anything of the step is forgotten. */
export function requireToken<R extends { accessToken: string }>(reply: R): R {
  if (!reply.accessToken) throw new TypeError('The reply has no accessToken')
  return reply
}
