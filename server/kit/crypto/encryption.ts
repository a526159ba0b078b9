import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { UNNAMED_KEY } from './keys.ts'
import type { EncryptionKey, PerKey } from './secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** Begins the stored form; the id of the key and a line feed follow. */
const MARK = Buffer.from('cuida-key:')
const LONGEST_ID = 32

/** AES-256-GCM with the first key: mark and key id, nonce, tag, then the content; `name` is authenticated. */
export function encrypt([{ id, key }]: PerKey<EncryptionKey>, name: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([markOf(id), nonce, cipher.getAuthTag(), encrypted])
}

/** What content encrypted with this key begins with. */
export const markOf = (id: string): Buffer => Buffer.concat([MARK, Buffer.from(`${id}\n`)])

/** Throws for content that was changed, or whose key is not known. */
export function decrypt(keys: PerKey<EncryptionKey>, name: string, stored: Buffer): Buffer {
  const id = keyIdOf(stored)
  const found = keys.find((each) => each.id === id)
  if (!found) throw new Error('the key of the encrypted content is not known')
  const content = stored.subarray(MARK.length + id.length + 1)
  const [nonce, tag] = [content.subarray(0, NONCE), content.subarray(NONCE, NONCE + TAG)]
  return open(found.key, { name, nonce, tag, encrypted: content.subarray(NONCE + TAG) })
}

/** The key of the stored form; content from before keys had ids names none. */
export function keyIdOf(stored: Buffer): string {
  return hasKeyId(stored) ? stored.toString('latin1', MARK.length, stored.indexOf('\n', MARK.length)) : UNNAMED_KEY
}

export function hasKeyId(stored: Buffer): boolean {
  if (!stored.subarray(0, MARK.length).equals(MARK)) return false
  const end = stored.subarray(MARK.length, MARK.length + LONGEST_ID + 1).indexOf('\n')
  return end > 0
}

interface Parts {
  name: string | undefined
  nonce: Buffer
  tag: Buffer
  encrypted: Buffer
}

/** Opens AES-256-GCM. */
export function open(key: Buffer, { name, nonce, tag, encrypted }: Parts): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAuthTag(tag)
  if (name !== undefined) decipher.setAAD(Buffer.from(name))
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}
