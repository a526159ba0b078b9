import { doneWithFault, listFaults } from '@cuida/core/kit/desk-fault-api.ts'
import type { FastifyInstance } from 'fastify'
import type { ServeServices } from '../http/serve.ts'
import { serve } from '../http/serve.ts'
import { holdActive } from '../session/staff-store.ts'
import type { Dsn } from './dsn.ts'
import { findFaults, markDone } from './fault-store.ts'

type DeskFaultServices = ServeServices & { env: { SENTRY_DSN?: Dsn | undefined } }

/** What broke, for managers; a place with a server of errors says which it is, and what was kept before there was one. */
export function deskFaultRoutes(app: FastifyInstance, services: DeskFaultServices): void {
  const { SENTRY_DSN: dsn } = services.env
  serve(app, services, listFaults, async (query, { db }) => {
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    return {
      ...(await findFaults(db, { page, pageSize })),
      page,
      pageSize,
      toldTo: dsn ? new URL(dsn.endpoint).host : null,
    }
  })
  serve(app, services, doneWithFault, async ({ fingerprint }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await holdActive(tx, staffId)
      return (await markDone(tx, fingerprint, staffId)) ?? refuse('FAULT_NOT_FOUND')
    }),
  )
}
