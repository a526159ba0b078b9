import { listErrorReports, resolveErrorReport } from '@cuida/core/kit/desk-error-report-api.ts'
import { reportClientError } from '@cuida/core/kit/error-report-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../crypto/secrets.ts'
import { type ServeServices, serve } from '../http/serve.ts'
import { clientAddressOf } from '../limit/client-address.ts'
import { consumeRateLimit, type RateLimit } from '../limit/rate-limit.ts'
import type { Log } from '../log/log.ts'
import { lockActiveStaff } from '../session/staff-store.ts'
import type { Dsn } from './dsn.ts'
import { findErrorReports, markDone } from './error-report-store.ts'
import type { ErrorReporter } from './reporter.ts'

/** An office has many pages behind one address. Further reports are refused. */
export const ERROR_REPORTS_PER_ADDRESS: RateLimit = { name: 'error reports of client address', most: 60, seconds: 600 }

type ErrorReportServices = ServeServices & { errorReporter: ErrorReporter; log: Log; secrets: Secrets }

/** Error reports of pages take the same path as those of the server, so that a page contacts no third party. */
export function errorReportRoutes(app: FastifyInstance, services: ErrorReportServices): void {
  serve(app, services, reportClientError, async ({ program, screen, isHandled, ...told }, { db, request }) => {
    await consumeRateLimit(db, services.secrets, ERROR_REPORTS_PER_ADDRESS, clientAddressOf(request))
    services.log.error('a page reported an error', { traceId: told.traceId })
    services.errorReporter.relay(program, { ...told, route: screen, handled: isHandled })
    return null
  })
}

type DeskErrorReportServices = ServeServices & { env: { SENTRY_DSN?: Dsn | undefined } }

/**
 * Error reports for managers. With a Sentry server configured, the desk names it and shows what was stored before.
 */
export function deskErrorReportRoutes(app: FastifyInstance, services: DeskErrorReportServices): void {
  const { SENTRY_DSN: dsn } = services.env
  serve(app, services, listErrorReports, async (query, { db }) => {
    return {
      ...(await findErrorReports(db, query)),
      toldTo: dsn ? new URL(dsn.endpoint).host : null,
    }
  })
  serve(app, services, resolveErrorReport, async ({ fingerprint }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      return (await markDone(tx, fingerprint, staffId)) ?? refuse('ERROR_REPORT_NOT_FOUND')
    }),
  )
}
