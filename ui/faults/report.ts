import { newTraceId } from '../client/exchange.ts'

/** `isHandled`: a screen took the place of what broke. */
export type TellFault = (error: unknown, traceId: string, isHandled: boolean) => Promise<void>

let load: () => Promise<{ tell: TellFault }> = () => new Promise(() => {})

/** Reports an error with the code that the person sees. Loads the reporting code later; it never blocks and never fails. */
export function reportFault(error: unknown, traceId: string, isHandled: boolean): void {
  load()
    .then(({ tell }) => tell(error, traceId, isHandled))
    .catch(() => {})
}

/** Hears from now on what nobody catches. `from`: what tells of it, loaded when there is something to tell. */
export function listenForFaults(from: typeof load): void {
  load = from
  const heard = (error: unknown) => error && reportFault(error, newTraceId(), false)
  addEventListener('error', ({ error }) => heard(error))
  addEventListener('unhandledrejection', ({ reason }) => heard(reason))
}
