import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { InvalidInput } from './refusal.ts'

/** More than twice the depth of any declared body; code that walks a body may rely on it. */
const DEEPEST = 32

/**
 * Path of the first value in a JSON document that cannot be stored: the character NUL, which PostgreSQL refuses, an
 * unpaired surrogate, which has no UTF-8, or nesting that is too deep. Dotted; undefined when there is none.
 */
export function findMalformedText(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return isText(value) ? undefined : ''
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined
  // A stream that is passed on to a simulator unread (proxies.ts).
  if (value instanceof Readable) return undefined
  if (depth === DEEPEST) return ''
  for (const [key, inner] of Object.entries(value)) {
    const path = isText(key) ? findMalformedText(inner, depth + 1) : ''
    if (path !== undefined) return path === '' ? key : `${key}.${path}`
  }
  return undefined
}

const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/**
 * Refuses such a body, path or query on any route before anything reads it: 400 with the path. A URL percent-encodes
 * malformed text, so its path and query are checked only when it contains an encoded NUL.
 */
export function refuseUnfitText(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, params, query, url }, _reply, done) => {
    const inputs = url.includes('%00') ? [params, query, body] : body === undefined ? [] : [body]
    const path = inputs.map((part) => findMalformedText(part)).find((found) => found !== undefined)
    done(path === undefined ? undefined : new InvalidInput({ [path]: 'INVALID' }))
  })
}
