// Unsent files in IndexedDB, encrypted with a non-extractable key. Without a secure context nothing is stored beyond
// the page's life.

const DATABASE = 'uploads'
const FILES = 'files'
const KEYS = 'keys'

export interface WaitingFile {
  /** A UUID of the upload. */
  key: string
  /** The owner's account: a file is only ever sent for the person who chose it. */
  owner: string
  consultationId: string
  name: string
  content: Blob
  /** A thumbnail as a data URL. */
  thumbnail: string | undefined
  /** Milliseconds since 1970. */
  addedAt: number
  /** Why it was refused; listed until the patient dismisses it. */
  code: string | undefined
}

export interface WaitingFiles {
  put(file: WaitingFile): Promise<void>
  /** Oldest first. */
  all(owner: string): Promise<WaitingFile[]>
  remove(key: string): Promise<void>
}

interface Stored {
  key: string
  owner: string
  addedAt: number
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}
type Told = Pick<WaitingFile, 'consultationId' | 'name' | 'thumbnail' | 'code'> & { type: string }

export const storedFiles: WaitingFiles = {
  async put({ key, owner, addedAt, content, ...rest }) {
    const secret = await keyOf()
    if (!secret) return
    const { consultationId, name, thumbnail, code } = rest
    const metadata: Told = { consultationId, name, thumbnail, code, type: content.type }
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, await bundle(metadata, content))
    await inStore(FILES, 'readwrite', (store) => store.put({ key, owner, addedAt, iv, sealed: ciphertext }, key))
  },
  async all(owner) {
    const secret = await keyOf()
    if (!secret) return []
    const rows = (await inStore(FILES, 'readonly', (store) => store.getAll())) as Stored[]
    const ownRows = rows.filter((row) => row.owner === owner).sort((a, b) => a.addedAt - b.addedAt)
    return Promise.all(ownRows.map((row) => opened(row, secret)))
  },
  async remove(key) {
    if (usable()) await inStore(FILES, 'readwrite', (store) => store.delete(key))
  },
}

async function opened({ key, owner, addedAt, iv, sealed }: Stored, secret: CryptoKey): Promise<WaitingFile> {
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, sealed)
  const length = new DataView(bytes).getUint32(0)
  const { type, ...told }: Told = JSON.parse(new TextDecoder().decode(bytes.slice(4, 4 + length)))
  return { key, owner, addedAt, ...told, content: new Blob([bytes.slice(4 + length)], { type }) }
}

async function bundle(metadata: Told, content: Blob): Promise<ArrayBuffer> {
  const header = new TextEncoder().encode(JSON.stringify(metadata))
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, header.length)
  return new Blob([length, header, content]).arrayBuffer()
}

const usable = (): boolean => typeof indexedDB !== 'undefined' && typeof crypto?.subtle !== 'undefined'

async function keyOf(): Promise<CryptoKey | undefined> {
  if (!usable()) return undefined
  const known: unknown = await inStore(KEYS, 'readonly', (store) => store.get('key'))
  if (known instanceof CryptoKey) return known
  const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Another tab may have created the key first: that one is used.
  await inStore(KEYS, 'readwrite', (store) => store.add(newKey, 'key')).catch(() => undefined)
  return (await inStore(KEYS, 'readonly', (store) => store.get('key'))) as CryptoKey
}

function inStore<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(FILES)
      opening.result.createObjectStore(KEYS)
    }
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(name, mode)
      const request = work(transaction.objectStore(name))
      const end = (settle: () => void) => () => {
        settle()
        database.close()
      }
      transaction.oncomplete = end(() => resolve(request.result))
      transaction.onabort = end(() => reject(transaction.error))
    }
  })
}
