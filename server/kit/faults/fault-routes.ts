import { doneWithFault, listFaults } from '@cuida/core/kit/desk-fault-api.ts'
import { tellFault } from '@cuida/core/kit/fault-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../crypto/secrets.ts'
import { type ServeServices, serve } from '../http/serve.ts'
import { clientAddressOf } from '../limit/client-address.ts'
import { consumeRateLimit, type RateLimit } from '../limit/rate-limit.ts'
import type { Log } from '../log/log.ts'
import { holdActive } from '../session/staff-store.ts'
import type { Dsn } from './dsn.ts'
import { findFaults, markDone } from './fault-store.ts'
import type { Faults } from './reporter.ts'

/** Pages that break behind one address: an office has many. Whoever has more to tell is not believed. */
export const FAULTS_PER_ADDRESS: RateLimit = { name: 'faults of source', most: 60, seconds: 600 }

type FaultServices = ServeServices & { faults: Faults; log: Log; secrets: Secrets }

/** What pages tell of themselves goes the way of our own errors: a page speaks to nobody else. */
export function faultRoutes(app: FastifyInstance, services: FaultServices): void {
  serve(app, services, tellFault, async ({ program, screen, isHandled, ...told }, { db, request }) => {
    await consumeRateLimit(db, services.secrets, FAULTS_PER_ADDRESS, clientAddressOf(request))
    services.log.error('page failed', { traceId: told.traceId })
    services.faults.told(program, { ...told, route: screen, handled: isHandled })
    return null
  })
}

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
