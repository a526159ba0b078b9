import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Invalid } from './refusal.ts'

/** No call declares a body half as deep; whatever walks one may count on it. */
const DEEPEST = 32

/**
 * Where a JSON value holds what cannot be stored: the character NUL, which PostgreSQL refuses, half of a surrogate pair,
 * which has no UTF-8, or members too deep to be anybody's. A path with dots; undefined when all of it is text.
 */
export function unfitPlace(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return isText(value) ? undefined : ''
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined
  // What is passed on to a simulator unread (proxies.ts).
  if (value instanceof Readable) return undefined
  if (depth === DEEPEST) return ''
  for (const [key, inner] of Object.entries(value)) {
    const place = isText(key) ? unfitPlace(inner, depth + 1) : ''
    if (place !== undefined) return place === '' ? key : `${key}.${place}`
  }
  return undefined
}

const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/**
 * Refuses such a body, path or query of any route, declared or not, before anything reads it: 400 with the place. An
 * address spells out whatever is not well-formed, so that its path and query are looked at only where it names a NUL.
 */
export function refuseUnfitText(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, params, query, url }, _reply, done) => {
    const given = url.includes('%00') ? [params, query, body] : body === undefined ? [] : [body]
    const place = given.map((part) => unfitPlace(part)).find((found) => found !== undefined)
    done(place === undefined ? undefined : new Invalid({ [place]: 'INVALID' }))
  })
}
