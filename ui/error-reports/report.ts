import { newTraceId } from '../client/exchange.ts'

/** `isHandled`: a screen took the place of what broke. */
export type SendErrorReport = (error: unknown, traceId: string, isHandled: boolean) => Promise<void>

let load: () => Promise<{ sendErrorReport: SendErrorReport }> = () => new Promise(() => {})

/** Reports an error with the code that the person sees. Loads the reporting code later; it never blocks and never fails. */
export function reportError(error: unknown, traceId: string, isHandled: boolean): void {
  load()
    .then(({ sendErrorReport }) => sendErrorReport(error, traceId, isHandled))
    .catch(() => {})
}

/** Hears from now on what nobody catches. `from`: what tells of it, loaded when there is something to tell. */
export function listenForErrors(from: typeof load): void {
  load = from
  const heard = (error: unknown) => error && reportError(error, newTraceId(), false)
  addEventListener('error', ({ error }) => heard(error))
  addEventListener('unhandledrejection', ({ reason }) => heard(reason))
}
