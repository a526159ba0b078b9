import { createCipheriv, randomBytes } from 'node:crypto'
import type { Db, Sql } from '../db/db.ts'
import { findDataKeys, insertDataKey, updateDataKey } from './data-key-store.ts'
import { COPIED_TO, type EncryptedColumn, JSON_COLUMNS } from './encrypted-columns.ts'
import { decrypt, encrypt, keyIdOf, open } from './encryption.ts'
import type { Secrets } from './secrets.ts'

// Texts are encrypted with a data key, which is encrypted with the current key of APP_SECRET: a rotation encrypts the few
// data keys again and no text. An encrypted text is `sealed:<data key>:<base64 of nonce, tag and content>`; its column is
// authenticated, so that a text copied to another column does not open.

const SEALED = /^sealed:(\d{4}-\d{2}):([A-Za-z0-9+/]+={0,2})$/
const NONCE = 12
const TAG = 16

interface Keyring {
  db: Db
  secrets: Secrets
  keys: Map<string, Buffer>
  /** The key that encrypts. A new month's takes over once the database has it. */
  current: string
}

/** By a function that postgres.js creates for each pool and shares with its transactions: stores receive either. */
const keyrings = new WeakMap<object, Keyring>()

function keyringOf(sql: Sql): Keyring {
  const keyring = keyrings.get(sql.json)
  if (!keyring) throw new Error('openKeyring was not called for this database')
  return keyring
}

/** Loads the data keys of a database and creates this month's. Every process that reads or writes encrypted texts does so. */
export async function openKeyring(db: Db, secrets: Secrets, now = new Date()): Promise<void> {
  if (keyrings.has(db.json)) return
  const keyring: Keyring = { db, secrets, keys: new Map(), current: monthOf(now) }
  await addMonth(keyring, keyring.current)
  keyrings.set(db.json, keyring)
}

async function addMonth(keyring: Keyring, month: string): Promise<void> {
  await loadKeys(keyring, keyring.db)
  if (!keyring.keys.has(month)) {
    await insertDataKey(keyring.db, { id: month, wrapped: wrap(keyring.secrets, month, randomBytes(32)) })
    // Another process may have been first, with another key.
    await loadKeys(keyring, keyring.db)
  }
  keyring.current = month
}

async function loadKeys({ keys, secrets }: Keyring, sql: Sql): Promise<void> {
  for (const { id, wrapped } of await findDataKeys(sql)) if (!keys.has(id)) keys.set(id, unwrap(secrets, id, wrapped))
}

/** Encrypts a text for a column; nothing stays nothing, so that an empty draft remains an empty draft. */
export function encryptText<T extends string | null>(sql: Sql, column: EncryptedColumn, text: T): T {
  if (!text) return text
  const keyring = keyringOf(sql)
  const month = monthOf(new Date())
  // Not in the caller's transaction, whose rollback would take the key with it. Until it succeeds the last key encrypts.
  if (month > keyring.current) void addMonth(keyring, month).catch(() => {})
  const key = keyring.keys.get(keyring.current)
  if (!key) throw new Error('the data key of this month is not loaded')
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(authenticated(column)))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `sealed:${keyring.current}:${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64')}` as T
}

/** For a column of JSON: a list becomes one string, and an empty list stays one. */
export const encryptList = <T>(sql: Sql, column: EncryptedColumn, list: readonly T[]): readonly T[] | string =>
  list.length === 0 ? list : encryptText(sql, column, JSON.stringify(list))

const authenticated = (column: EncryptedColumn): string => COPIED_TO[column] ?? column

/** Opens these properties of rows, whose columns they are. Texts from before they were encrypted are returned as they are. */
export async function decryptRows<T extends object>(
  sql: Sql,
  rows: readonly T[],
  columns: { [P in keyof T]?: EncryptedColumn },
): Promise<T[]> {
  const entries = Object.entries(columns) as [keyof T, EncryptedColumn][]
  const opened: T[] = []
  for (const row of rows) {
    const copy = { ...row }
    for (const [property, column] of entries) {
      const value = row[property]
      if (typeof value !== 'string') continue
      const text = await decryptText(sql, column, value)
      copy[property] = (JSON_COLUMNS.has(column) ? JSON.parse(text) : text) as T[keyof T]
    }
    opened.push(copy)
  }
  return opened
}

export async function decryptText(sql: Sql, column: EncryptedColumn, text: string): Promise<string> {
  const [, id, content] = SEALED.exec(text) ?? []
  if (!id || !content) return text
  const keyring = keyringOf(sql)
  if (!keyring.keys.has(id)) await loadKeys(keyring, sql)
  const key = keyring.keys.get(id)
  if (!key) throw new Error('the data key of an encrypted text is missing')
  const bytes = Buffer.from(content, 'base64')
  const [nonce, tag] = [bytes.subarray(0, NONCE), bytes.subarray(NONCE, NONCE + TAG)]
  return open(key, { name: authenticated(column), nonce, tag, encrypted: bytes.subarray(NONCE + TAG) }).toString('utf8')
}

/** Encrypts the data keys with the current key of APP_SECRET. */
export async function rewrapDataKeys(sql: Sql, secrets: Secrets): Promise<number> {
  const old = (await findDataKeys(sql)).filter(({ wrapped }) => keyIdOf(wrapped) !== secrets.keyId)
  for (const { id, wrapped } of old)
    await updateDataKey(sql, { id, wrapped: wrap(secrets, id, unwrap(secrets, id, wrapped)) })
  return old.length
}

const wrap = (secrets: Secrets, id: string, key: Buffer): Buffer =>
  encrypt(secrets.encryptionKeys('wrap', nameOf(id)), nameOf(id), key)
const unwrap = (secrets: Secrets, id: string, wrapped: Buffer): Buffer =>
  decrypt(secrets.encryptionKeys('wrap', nameOf(id)), nameOf(id), wrapped)
const nameOf = (id: string): string => `data key ${id}`
const monthOf = (now: Date): string => now.toISOString().slice(0, 7)
