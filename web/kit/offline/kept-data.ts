import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { clear, createStore, get, set } from 'idb-keyval'

/**
 * The reads that a screen without a network shows from before: who is signed in, their consultations with notes and
 * documents, prescriptions and the medical history. By path, since later areas declare most of them.
 */
const KEPT: readonly RegExp[] = [
  /^GET \/user\/me$/,
  /^GET \/patients\/:patientId\/consultations(\/:id)?$/,
  /^GET \/patients\/:patientId\/prescriptions$/,
  /^GET \/patients\/:id\/medical-history$/,
]

const WRITE_MS = 1_000
const store = () => createStore('kept', 'data')

/** Stored together, so that a write of another tab is never read with this tab's key. */
interface Kept {
  sessionId: string
  /** Cannot be exported: who copies the database cannot read it elsewhere. */
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const NAME = 'queries'

/**
 * Shows what this session read before, and keeps what it reads from now on, encrypted, until the session ends. Resolves
 * once they are shown.
 */
export async function keepData(queries: QueryClient, sessionId: string): Promise<void> {
  ending?.()
  let isEnded = false
  let isDue = false
  let end: (() => void) | undefined
  ending = () => {
    isEnded = true
    end?.()
  }
  const kept = await get<Kept>(NAME, store()).catch(() => undefined)
  if (isEnded) return
  const isOwn = kept?.sessionId === sessionId
  if (kept && !isOwn) await clear(store())
  else if (kept) await restore(queries, kept).catch(() => clear(store()))
  const key = isOwn ? kept.key : await newKey()
  const isWanted = () => !isEnded
  if (!isWanted()) return
  end = queries.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (isDue || type !== 'updated' || state.status !== 'success' || !isKept(queryKey)) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void write(queries, { sessionId, key }, isWanted).catch(() => {})
    }, WRITE_MS)
  })
}
let ending: (() => void) | undefined

/** Deletes everything, at the end of a session. */
export async function forgetKeptData(): Promise<void> {
  ending?.()
  ending = undefined
  await clear(store()).catch(() => {})
}

const isKept = ([name]: readonly unknown[]): boolean => KEPT.some((kept) => kept.test(String(name)))

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

type Owner = Pick<Kept, 'sessionId' | 'key'>

/** `isWanted`: asked last, since the session may end while the data are encrypted. */
async function write(queries: QueryClient, { sessionId, key }: Owner, isWanted: () => boolean): Promise<void> {
  if (!isWanted()) return
  const state = dehydrate(queries, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && isKept(queryKey),
    shouldDehydrateMutation: () => false,
  })
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(state))
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
  if (isWanted()) await set(NAME, { sessionId, key, iv, bytes } satisfies Kept, store())
}

async function restore(queries: QueryClient, { key, iv, bytes }: Kept): Promise<void> {
  const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes))
  hydrate(queries, JSON.parse(text))
}

/** When the newest kept data were read: of the account, which every visit reads. */
export const keptAt = (queries: QueryClient): number | undefined =>
  [me, listConsultations]
    .flatMap(({ method, path }) => queries.getQueryCache().findAll({ queryKey: [`${method} ${path}`] }))
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
    .sort((a, b) => b - a)[0]
