import { type AnalyticsSettings, sendsIdentity } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { COOKIES_VERSION, CookieGroup } from '@cuida/core/brand/consent/consent.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import * as v from 'valibot'

/** The choice made on this device. It is stored here, because it is made before sign-in. */
const Kept = v.object({ version: v.string(), groups: v.array(CookieGroup), at: v.string() })
export type Choice = v.InferOutput<typeof Kept>

const KEY = 'cookies'
const storage = browserStorage()
const listeners = new Set<() => void>()

/** Version of the cookie question: a new text, another vendor, or newly sending the identity asks again. */
export const versionOf = (settings: AnalyticsSettings): string =>
  `${COOKIES_VERSION} ${settings.connector}${sendsIdentity(settings) ? ' identity' : ''}`

let cache: { text: string | null; choice: Choice | undefined } = { text: null, choice: undefined }

/** undefined: not answered, or only for another version. */
export function choiceFor(version: string): Choice | undefined {
  const text = storage.get(KEY)
  if (text !== cache.text) cache = { text, choice: read(text) }
  return cache.choice?.version === version ? cache.choice : undefined
}

function read(text: string | null): Choice | undefined {
  try {
    const result = v.safeParse(Kept, JSON.parse(text ?? 'null'))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

export function saveCookieChoice(version: string, groups: readonly CookieGroup[], now = serverDate()): void {
  storage.set(KEY, JSON.stringify({ version, groups, at: now.toISOString() }))
  for (const listener of listeners) listener()
}

/** Calls the listener when the choice changes, in this tab or another one. */
export function onCookieChoice(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => (key === KEY || key === null) && listener()
  listeners.add(listener)
  globalThis.addEventListener?.('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener?.('storage', elsewhere)
  }
}
