import { isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { DEVICE_ZONE, formatTime } from '@cuida/ui/i18n/format.ts'
import { dehydrate, hydrate, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import { setKeptAt } from './kept-at.ts'

/**
 * The reads that a screen without a network shows from before: who is signed in, their consultations with notes,
 * prescriptions and the medical history. By name, since later areas declare most of them.
 */
const KEPT: readonly unknown[] = [
  'GET /user/me',
  'GET /patients/:patientId/consultations',
  'GET /patients/:patientId/consultations/:id',
  'GET /patients/:patientId/prescriptions',
  'GET /patients/:id/medical-history',
]
/** Files that were opened; each is stored by itself. */
const FILES: readonly unknown[] = ['GET /consultations/:id/documents/:documentId']
/** Bytes of all files; the oldest go first. */
const MAX_FILES = 20_000_000

const WRITE_MS = 1_000
const store = () => createStore('kept', 'data')

/** Each with its own key, so that two tabs never read what the other encrypts. */
interface Kept {
  sessionId: string
  /** Cannot be exported: who copies the database cannot read it elsewhere. */
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
  /** Of a file. */
  file?: { queryKey: QueryKey; type: string; at: number }
}
type Owner = Pick<Kept, 'sessionId' | 'key'>

const QUERIES = 'queries'
/** What has not answered by then is as good as no network, as for the page itself (service-worker.ts). */
const PATIENCE_MS = 4_000

const isKept = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => KEPT.includes(queryKey[0])

let ending: (() => void) | undefined

/**
 * Keeps what this session reads, encrypted, until it ends, and shows it while nothing answers: only then, since what
 * was true before a payment must not lead into another one.
 */
export async function keepData(queries: QueryClient, sessionId: string): Promise<void> {
  ending?.()
  let isEnded = false
  const stops: (() => void)[] = []
  ending = () => {
    isEnded = true
    for (const stop of stops) stop()
    setKeptAt(undefined)
  }
  const stored = await entries<string, Kept>(store()).catch(() => [])
  if (isEnded) return
  const own = stored.map(([, one]) => one).filter((one) => one.sessionId === sessionId)
  // All that is kept, also what no screen has shown for an hour.
  const kept = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  if (own.length < stored.length) await clear(store())
  else await Promise.all(own.map((one) => restore(kept, one))).catch(() => clear(store()))
  const owner = { sessionId, key: await newKey() }
  if (isEnded) return
  stops.push(keepNew(queries, kept, { owner, isWanted: () => !isEnded }), showWithoutNetwork(queries, kept))
}

/** Shows what was kept once the device says that it has no network, a request gets no reply, or none comes for long. */
function showWithoutNetwork(queries: QueryClient, kept: QueryClient): () => void {
  const cache = queries.getQueryCache()
  const show = () => {
    hydrate(queries, dehydrate(kept))
    // However recent, it is what was true before: the next reply replaces it.
    void queries.invalidateQueries({ predicate: isKept, refetchType: 'none' })
    const times = kept
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt)
    if (times.length > 0) setKeptAt(formatTime(Math.max(...times), DEVICE_ZONE))
  }
  const checkPatience = () => {
    if (cache.findAll({ predicate: isKept, fetchStatus: 'fetching' }).some(({ state }) => !state.data)) show()
  }
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query)) return
    const { action } = event
    if ((action.type === 'failed' || action.type === 'error') && isUnreachable(action.error)) show()
    // A reply: hydration and mutations set data, too, but by hand.
    else if (action.type === 'success' && !action.manual) setKeptAt(undefined)
  })
  const timer = setTimeout(checkPatience, PATIENCE_MS)
  window.addEventListener('offline', show)
  if (!navigator.onLine) show()
  return () => {
    stop()
    clearTimeout(timer)
    window.removeEventListener('offline', show)
  }
}

function keepNew(queries: QueryClient, kept: QueryClient, writing: Writing): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = queries.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || state.status !== 'success') return
    if (FILES.includes(queryKey[0]) && state.data instanceof Blob)
      return void writeFile(queryKey, state.data, writing).catch(() => {})
    if (!isKept({ queryKey })) return
    kept.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
    timer ??= setTimeout(() => {
      timer = undefined
      void write(kept, writing).catch(() => {})
    }, WRITE_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Deletes everything, at the end of a session. */
export async function forgetKeptData(): Promise<void> {
  ending?.()
  ending = undefined
  await clear(store()).catch(() => {})
}

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

async function encrypted({ sessionId, key }: Owner, content: BufferSource): Promise<Kept> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { sessionId, key, iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content) }
}

/** `isWanted`: asked last, since the session may end while the data are encrypted. */
interface Writing {
  owner: Owner
  isWanted: () => boolean
}

async function write(kept: QueryClient, { owner, isWanted }: Writing): Promise<void> {
  if (!isWanted()) return
  const data = await encrypted(owner, new TextEncoder().encode(JSON.stringify(dehydrate(kept))))
  if (isWanted()) await set(QUERIES, data, store())
}

async function writeFile(queryKey: QueryKey, content: Blob, { owner, isWanted }: Writing): Promise<void> {
  if (content.size > MAX_FILES / 4) return
  const file = { queryKey, type: content.type, at: performance.timeOrigin + performance.now() }
  const kept = { ...(await encrypted(owner, await content.arrayBuffer())), file }
  if (!isWanted()) return
  await set(JSON.stringify(queryKey), kept, store())
  const files = (await entries<string, Kept>(store())).filter(([, one]) => one.file)
  let bytes = 0
  for (const [name, one] of files.sort(([, a], [, b]) => (b.file?.at ?? 0) - (a.file?.at ?? 0))) {
    bytes += one.bytes.byteLength
    if (bytes > MAX_FILES) await del(name, store())
  }
}

const decrypted = ({ key, iv, bytes }: Kept): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)

/** Files stay where they are: pictures are in memory only while they are on the screen. */
async function restore(kept: QueryClient, one: Kept): Promise<void> {
  if (!one.file) hydrate(kept, JSON.parse(new TextDecoder().decode(await decrypted(one))))
}

/** A file that this session opened before; undefined when it is not kept. */
export async function findKeptFile(queryKey: QueryKey): Promise<Blob | undefined> {
  const kept = await get<Kept>(JSON.stringify(queryKey), store()).catch(() => undefined)
  return kept?.file && new Blob([await decrypted(kept)], { type: kept.file.type })
}
