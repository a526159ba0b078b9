import { type Tracked, VISITOR } from '@cuida/core/brand/analytics/tracking-api.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'

const KEY = 'counted-as'
const storage = browserStorage()
const inSeconds = (ms: number): number => Math.floor(ms / 1000)

/** The number by which this browser is told from others, which refers to nothing else, and the page load it is at. */
export function visitor(): Pick<Tracked, 'visitor' | 'session'> {
  const kept = storage.get(KEY) ?? ''
  const session = String(inSeconds(performance.timeOrigin))
  return { visitor: VISITOR.test(kept) ? kept : newVisitor(), session }
}

function newVisitor(): string {
  const id = `${crypto.getRandomValues(new Uint32Array(1))[0]}.${inSeconds(serverNow())}`
  storage.set(KEY, id)
  return id
}

/** What a partner's own build may read along. */
export type WithLayer = { dataLayer?: Record<string, unknown>[] }

/** Nothing is left of whoever was counted: after a withdrawal, and for the next person after a sign-out. */
export function forgetVisitor(): void {
  storage.remove(KEY)
  delete (globalThis as WithLayer).dataLayer
}
