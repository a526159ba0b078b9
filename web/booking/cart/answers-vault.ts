// Answers about a person's health do not lie readable on a shared computer: they are encrypted with a key that the
// browser keeps and never shows. Without a secure context (http on a home network) nothing is kept; the server's cart
// still has the answers.

const DATABASE = 'booking'
const STORE = 'vault'

/** Keeps the text, instead of what was kept before. */
export async function keepAnswers(text: string): Promise<void> {
  const key = await vaultKey()
  if (!key) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  await inStore('readwrite', (store) => store.put({ iv, sealed }, 'answers'))
}

export async function keptAnswers(): Promise<string | null> {
  const key = await vaultKey()
  const entry: unknown = key && (await inStore('readonly', (store) => store.get('answers')))
  if (!key || !isSealed(entry)) return null
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: entry.iv }, key, entry.sealed)
  return new TextDecoder().decode(text)
}

/** Destroys the answers and their key, so that copies on the disk are noise. */
export async function forgetAnswers(): Promise<void> {
  if (usable()) await inStore('readwrite', (store) => store.clear())
}

const usable = (): boolean => typeof indexedDB !== 'undefined' && typeof crypto?.subtle !== 'undefined'

async function vaultKey(): Promise<CryptoKey | undefined> {
  if (!usable()) return undefined
  const known: unknown = await inStore('readonly', (store) => store.get('key'))
  if (known instanceof CryptoKey) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await inStore('readwrite', (store) => store.put(made, 'key'))
  return made
}

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}
const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'iv' in value && 'sealed' in value

function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      transaction.addEventListener('complete', () => database.close())
    }
  })
}
