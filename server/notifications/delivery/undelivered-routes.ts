import { listUntold, resolveUntold } from '@cuida/core/news/delivery/untold-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { holdActive } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { findOneUntold, findUntold, resolveUntold as settle } from './undelivered-store.ts'

/** Whom nobody could tell: a manager calls them, and says so. */
export function undeliveredRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listUntold, async ({ state, ...query }, { db }) => {
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    return { ...(await findUntold(db, { state, page, pageSize })), page }
  })
  serve(app, services, resolveUntold, async ({ id, reason }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      const task = (await findOneUntold(tx, id)) ?? refuse('TASK_NOT_FOUND')
      await holdActive(tx, staffId)
      if (!(await settle(tx, id, { staffId, reason }))) refuse('CHANGED_MEANWHILE')
      const detail = { untold: task.kind }
      await audit(tx, services.secrets, { staffId, act: 'resolve-task', subject: { kind: 'task', id }, reason, detail })
      return (await findOneUntold(tx, id)) ?? refuse('TASK_NOT_FOUND')
    }),
  )
}
