import type { FastifyInstance } from 'fastify'
import type { Db } from './db.ts'
import { pendingMigrations } from './migrations.ts'

/** `/healthz`: this process runs. `/readyz`: the database answers and every migration is in. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await pendingMigrations(db).then(
      (pending) => pending.length === 0,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
