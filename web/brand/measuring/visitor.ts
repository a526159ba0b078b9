import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'

/** A browser that is counted, by numbers that are nothing else's. */
export interface Visitor {
  /** As Google counts: a number, and since when. */
  id: string
  /** As Matomo does: 16 digits of hex. */
  matomo: string
  /** From one page of ours to the next load. */
  session: string
}

const KEY = 'counted-as'
const storage = browserStorage()
const inSeconds = (ms: number): number => Math.floor(ms / 1000)
const hex = (number: string): string => Number(number).toString(16).padStart(8, '0').slice(-8)

export function visitor(): Visitor {
  const kept = storage.get(KEY) ?? ''
  const id = /^\d{1,10}\.\d{10}$/.test(kept) ? kept : newVisitor()
  const [number = '', since = ''] = id.split('.')
  return { id, matomo: hex(number) + hex(since), session: String(inSeconds(performance.timeOrigin)) }
}

function newVisitor(): string {
  const id = `${crypto.getRandomValues(new Uint32Array(1))[0]}.${inSeconds(serverNow())}`
  storage.set(KEY, id)
  return id
}

/** What a partner's own build may read along (web/brand/measuring/ga4.ts). */
export type WithLayer = { dataLayer?: Record<string, unknown>[] }

/** Nothing is left of whoever was counted: after a withdrawal, and for the next person after a sign-out. */
export function forgetVisitor(): void {
  storage.remove(KEY)
  delete (globalThis as WithLayer).dataLayer
}
