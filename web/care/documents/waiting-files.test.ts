import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedFiles, type WaitingFile } from './waiting-files.ts'

// A fake of IndexedDB: values are copied, and a key cannot be added twice.

type Stores = Record<string, Map<string, unknown>>
let stores: Stores
/** Runs before an insert: simulates another tab. */
let beforeAdding: (() => void) | undefined

function database() {
  const hasStores = Object.keys(stores).length > 0
  const opening: Record<string, unknown> = {}
  const result = {
    createObjectStore: (name: string) => {
      stores[name] = new Map()
    },
    close: () => {},
    transaction(name: string) {
      const store = stores[name] as Map<string, unknown>
      const transaction: Record<string, (() => void) | Error | object> = {}
      const end = (how: 'oncomplete' | 'onabort') => queueMicrotask(() => (transaction[how] as () => void)())
      const done = (found?: unknown) => {
        end('oncomplete')
        return { result: found }
      }
      transaction.objectStore = () => ({
        put: (value: unknown, key: string) => done(store.set(key, value)),
        get: (key: string) => done(store.get(key)),
        getAll: () => done([...store.values()]),
        delete: (key: string) => done(store.delete(key)),
        add(value: unknown, key: string) {
          beforeAdding?.()
          if (!store.has(key)) return done(store.set(key, value))
          transaction.error = new Error('ConstraintError')
          end('onabort')
          return {}
        },
      })
      return transaction
    },
  }
  Object.assign(opening, { result })
  queueMicrotask(() => {
    if (!hasStores) (opening.onupgradeneeded as () => void)()
    ;(opening.onsuccess as () => void)()
  })
  return opening
}

beforeEach(() => {
  stores = {}
  beforeAdding = undefined
  vi.stubGlobal('indexedDB', { open: database })
})
afterEach(() => void vi.unstubAllGlobals())

const file = (key: string, more: Partial<WaitingFile> = {}): WaitingFile => ({
  key,
  owner: 'ana',
  consultationId: 'c-1',
  name: 'piel.jpg',
  thumbnail: 'data:image/jpeg;base64,AA==',
  content: new Blob(['the picture'], { type: 'image/jpeg' }),
  addedAt: 1,
  code: undefined,
  ...more,
})
const keysOf = async (owner: string) => (await storedFiles.all(owner)).map(({ key }) => key)

test('waiting files are returned whole, only to their owner, the oldest first', async () => {
  await storedFiles.put(file('late', { addedAt: 9 }))
  await storedFiles.put(file('early', { addedAt: 2, code: 'TOO_LARGE', thumbnail: undefined }))
  await storedFiles.put(file('others', { owner: 'leo' }))
  const [early, late] = await storedFiles.all('ana')
  const { content, ...told } = early as WaitingFile
  expect(told).toEqual({
    ...file('early', { addedAt: 2, code: 'TOO_LARGE' }),
    content: undefined,
    thumbnail: undefined,
  })
  expect([await content.text(), content.type, late?.key]).toEqual(['the picture', 'image/jpeg', 'late'])
  expect([await keysOf('leo'), await keysOf('nobody')]).toEqual([['others'], []])
})

test('a sent file is removed, and no other', async () => {
  for (const key of ['one', 'two']) await storedFiles.put(file(key))
  await storedFiles.remove('one')
  expect(await keysOf('ana')).toEqual(['two'])
})

test('files are encrypted with a key that cannot be exported', async () => {
  await storedFiles.put(file('one'))
  const key = stores.keys?.get('key') as CryptoKey
  expect([key.extractable, key.algorithm, key.usages.toSorted()]).toEqual([
    ...[false, { name: 'AES-GCM', length: 256 }, ['decrypt', 'encrypt']],
  ])
  const rowOf = (name: string) => stores.files?.get(name) as { sealed: ArrayBuffer; iv: Uint8Array }
  const row = rowOf('one')
  const header = new TextDecoder().decode(row.sealed)
  for (const secret of ['piel', 'picture', 'c-1', 'image/']) expect(header).not.toContain(secret)
  await storedFiles.put(file('two'))
  expect(rowOf('two').iv).not.toEqual(row.iv)
  expect(stores.keys?.get('key')).toBe(key)
})

test('two tabs that start at once both use the first key', async () => {
  const first = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  beforeAdding = () => {
    if (!stores.keys?.has('key')) stores.keys?.set('key', first)
  }
  await storedFiles.put(file('one'))
  expect(stores.keys?.get('key')).toBe(first)
  expect(await keysOf('ana')).toEqual(['one'])
})

test('without storage nothing is kept and no failure is reported', async () => {
  vi.stubGlobal('indexedDB', undefined)
  await storedFiles.put(file('one'))
  expect(await keysOf('ana')).toEqual([])
  await storedFiles.remove('one')
})
