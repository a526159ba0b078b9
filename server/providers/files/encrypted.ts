import { decrypt, encrypt, hasKeyId, keyIdOf, open } from '../../kit/crypto/encryption.ts'
import { UNNAMED_KEY } from '../../kit/crypto/keys.ts'
import type { EncryptionKey, PerKey } from '../../kit/crypto/secrets.ts'
import { FileDamaged, type Files } from './port.ts'

const NONCE = 12
const TAG = 16

/**
 * Encrypts what a store keeps, so that every store holds the same bytes and a file can move between them as it is. The
 * name is authenticated. `keysOf` returns keys for each file, so that no key encrypts two.
 */
export const encryptedFiles = (store: Files, keysOf: (name: string) => PerKey<EncryptionKey>): Files => ({
  ...store,
  put: (name, bytes) => store.put(name, encrypt(keysOf(name), name, bytes)),
  async get(name) {
    const stored = await store.get(name)
    return stored && decryptFile(keysOf(name), name, stored)
  },
})

/**
 * Encrypts a stored file with the current key. A reader sees the former or the new bytes; both have the same content.
 */
export async function reencryptFile(
  store: Files,
  keysOf: (name: string) => PerKey<EncryptionKey>,
  name: string,
): Promise<'rotated' | 'current' | 'gone' | 'unreadable'> {
  const keys = keysOf(name)
  const stored = await store.get(name)
  if (!stored) return 'gone'
  if (hasKeyId(stored) && keyIdOf(stored) === keys[0].id) return 'current'
  try {
    await store.put(name, encrypt(keys, name, decryptFile(keys, name, stored)))
    return 'rotated'
  } catch (error) {
    if (error instanceof FileDamaged) return 'unreadable'
    throw error
  }
}

function decryptFile(keys: PerKey<EncryptionKey>, name: string, stored: Buffer): Buffer {
  try {
    return hasKeyId(stored) ? decrypt(keys, name, stored) : decryptUnnamed(keys, name, stored)
  } catch {
    throw new FileDamaged()
  }
}

/** Files from before keys had ids: nonce, tag, then the content. */
function decryptUnnamed(keys: PerKey<EncryptionKey>, name: string, stored: Buffer): Buffer {
  const found = keys.find(({ id }) => id === UNNAMED_KEY)
  if (!found) throw new FileDamaged()
  const [nonce, tag] = [stored.subarray(0, NONCE), stored.subarray(NONCE, NONCE + TAG)]
  return open(found.key, { name, nonce, tag, encrypted: stored.subarray(NONCE + TAG) })
}
