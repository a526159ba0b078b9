import { newTraceId } from '../client/exchange.ts'

/** `isHandled`: an error screen replaced the broken component. */
export type SendErrorReport = (error: unknown, traceId: string, isHandled: boolean) => Promise<void>

let load: () => Promise<{ sendErrorReport: SendErrorReport }> = () => new Promise(() => {})

/**
 * Reports an error with the trace id that the user sees. Loads the reporting code on demand; it never blocks and
 * never fails.
 */
export function reportError(error: unknown, traceId: string, isHandled: boolean): void {
  load()
    .then(({ sendErrorReport }) => sendErrorReport(error, traceId, isHandled))
    .catch(() => {})
}

/** Reports uncaught errors from now on. `from` loads the reporting code on the first error. */
export function listenForErrors(from: typeof load): void {
  load = from
  const reportUnhandled = (error: unknown) => error && reportError(error, newTraceId(), false)
  addEventListener('error', ({ error }) => reportUnhandled(error))
  addEventListener('unhandledrejection', ({ reason }) => reportUnhandled(reason))
}
