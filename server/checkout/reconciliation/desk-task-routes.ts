import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { holdActive } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { reviveInvoice } from '../invoice/invoice-store.ts'
import { findTask, findTasks, type KnownTask, resolveTask } from './desk-task-store.ts'

/** What the nightly comparison and the payments themselves leave to a person. */
export function deskTaskRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  const shown = (task: KnownTask) => ({ ...task, currency: task.currency ?? services.config.currency })
  serve(app, services, listMoneyTasks, async ({ state, ...query }, { db }) => {
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    const { items, more } = await findTasks(db, { state, page, pageSize })
    return { items: items.map(shown), page, more }
  })
  serve(app, services, resolveMoneyTask, async ({ id, reason, again }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      if (!(await findTask(tx, id))) refuse('TASK_NOT_FOUND')
      await holdActive(tx, staffId)
      if (!(await resolveTask(tx, id, { staffId, reason }))) refuse('CHANGED_MEANWHILE')
      if (again && !(await reviveInvoice(tx, id))) refuse('CHANGED_MEANWHILE')
      const detail = again ? { again } : {}
      await audit(tx, secrets, { staffId, act: 'resolve-task', subject: { kind: 'task', id }, reason, detail })
      return shown((await findTask(tx, id)) ?? refuse('TASK_NOT_FOUND'))
    }),
  )
}
