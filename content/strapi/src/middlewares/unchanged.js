const { createHash } = require('node:crypto')

/** Adds an ETag and answers 304 to unchanged content: Cuida polls every half minute. */
module.exports = () => async (context, next) => {
  await next()
  if (context.method !== 'GET' || context.status !== 200 || !context.path.startsWith('/api/')) return
  const text = typeof context.body === 'string' ? context.body : JSON.stringify(context.body)
  context.set('etag', `"${createHash('sha256').update(text).digest('base64url')}"`)
  if (context.fresh) context.status = 304
}
