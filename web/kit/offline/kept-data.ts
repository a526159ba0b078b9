import { dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { clear, createStore, del, entries, get, set } from 'idb-keyval'

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

let ending: (() => void) | undefined

/**
 * Shows what this session read before, and keeps what it reads from now on, encrypted, until the session ends. Resolves
 * once it is shown.
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
  // What no screen shows would be forgotten after minutes, and then be missing at the next write.
  for (const name of KEPT) queries.setQueryDefaults([name], { gcTime: Number.POSITIVE_INFINITY })
  const stored = await entries<string, Kept>(store()).catch(() => [])
  if (isEnded) return
  const own = stored.map(([, kept]) => kept).filter((kept) => kept.sessionId === sessionId)
  if (own.length < stored.length) await clear(store())
  else await Promise.all(own.map((kept) => restore(queries, kept))).catch(() => clear(store()))
  const owner = { sessionId, key: await newKey() }
  const isWanted = () => !isEnded
  if (isEnded) return
  end = queries.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || state.status !== 'success') return
    if (FILES.includes(queryKey[0]) && state.data instanceof Blob)
      return void writeFile(queryKey, state.data, { owner, isWanted }).catch(() => {})
    if (isDue || !KEPT.includes(queryKey[0])) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void write(queries, { owner, isWanted }).catch(() => {})
    }, WRITE_MS)
  })
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

async function write(queries: QueryClient, { owner, isWanted }: Writing): Promise<void> {
  if (!isWanted()) return
  const state = dehydrate(queries, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && KEPT.includes(queryKey[0]),
    shouldDehydrateMutation: () => false,
  })
  const kept = await encrypted(owner, new TextEncoder().encode(JSON.stringify(state)))
  if (isWanted()) await set(QUERIES, kept, store())
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
async function restore(queries: QueryClient, kept: Kept): Promise<void> {
  if (kept.file) return
  hydrate(queries, JSON.parse(new TextDecoder().decode(await decrypted(kept))))
  // However recent, it is what was true before: a new page reads it again.
  await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => KEPT.includes(name), refetchType: 'none' })
}

/** A file that this session opened before; undefined when it is not kept. */
export async function findKeptFile(queryKey: QueryKey): Promise<Blob | undefined> {
  const kept = await get<Kept>(JSON.stringify(queryKey), store()).catch(() => undefined)
  return kept?.file && new Blob([await decrypted(kept)], { type: kept.file.type })
}

/** When the newest kept data were read. */
export const keptAt = (queries: QueryClient): number | undefined =>
  KEPT.flatMap((name) => queries.getQueryCache().findAll({ queryKey: [name] }))
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
    .sort((a, b) => b - a)[0]
