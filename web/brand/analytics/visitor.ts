import { type TrackedEvent, VISITOR_ID_PATTERN } from '@cuida/core/brand/analytics/tracking-api.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'

const KEY = 'counted-as'
const storage = browserStorage()
const inSeconds = (ms: number): number => Math.floor(ms / 1000)

/** A random id of this browser, linked to nothing else, and one of this page load. */
export function visitor(): Pick<TrackedEvent, 'visitor' | 'session'> {
  const storedVisitor = storage.get(KEY) ?? ''
  const session = String(inSeconds(performance.timeOrigin))
  return { visitor: VISITOR_ID_PATTERN.test(storedVisitor) ? storedVisitor : newVisitor(), session }
}

function newVisitor(): string {
  const id = `${crypto.getRandomValues(new Uint32Array(1))[0]}.${inSeconds(serverNow())}`
  storage.set(KEY, id)
  return id
}

/** For a partner's own tag manager. */
export type WithLayer = { dataLayer?: Record<string, unknown>[] }

/** Deletes the visitor id and the data layer: after consent is withdrawn, and after a sign-out. */
export function forgetVisitor(): void {
  storage.remove(KEY)
  delete (globalThis as WithLayer).dataLayer
}
