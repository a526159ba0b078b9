import type { FastifyStaticOptions } from '@fastify/static'

const YEAR_S = 31_536_000

/** Files with a content hash in their name, which browsers may cache for ever. */
export const hashedFiles = (root: string, prefix: string): FastifyStaticOptions => ({
  root,
  prefix,
  preCompressed: true,
  decorateReply: false,
  index: false,
  setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
})
