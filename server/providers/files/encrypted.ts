import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { FileDamaged, type Files } from './port.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/**
 * Encrypts what a store keeps, so that every store holds the same bytes and a file can move between them as it is:
 * AES-256-GCM, nonce, tag, then the content; the name is authenticated. `keyOf` returns a 32-byte key for each file,
 * so that no key encrypts twice.
 */
export const encryptedFiles = (store: Files, keyOf: (name: string) => Buffer): Files => ({
  ...store,
  put: (name, bytes) => store.put(name, encrypt(bytes, name, keyOf(name))),
  async get(name) {
    const stored = await store.get(name)
    return stored && decrypt(stored, name, keyOf(name))
  },
})

function encrypt(bytes: Uint8Array, name: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
  const content = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

function decrypt(stored: Buffer, name: string, key: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, stored.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(Buffer.from(name)).setAuthTag(stored.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([decipher.update(stored.subarray(NONCE + TAG)), decipher.final()])
  } catch {
    throw new FileDamaged()
  }
}
