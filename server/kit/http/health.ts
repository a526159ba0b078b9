import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/db.ts'
import { isUpToDate } from '../migration/migrate.ts'

/**
 * `/healthz`: this process runs. `/readyz`: the database answers and every migration is in; beside it how it stands with
 * the content, which is served as it last was while its service is away.
 */
interface Watched {
  db: Db
  /** Of a content service elsewhere. */
  live?: { standing(): { isCurrent: boolean; problems: readonly string[] } } | undefined
}

export function healthRoutes(app: FastifyInstance, { db, live }: Watched): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isUpToDate(db).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ready, ...contentOf(live) })
  })
}

/** Which entries are wrong the log says, not whoever asks. */
const contentOf = (live: Watched['live']): { content?: 'current' | 'last good' } =>
  live ? { content: live.standing().isCurrent ? 'current' : 'last good' } : {}
