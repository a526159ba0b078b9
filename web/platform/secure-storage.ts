import { KeychainAccess, type SecureStoragePlugin } from '@aparajita/capacitor-secure-storage'
import type { TokenStorage } from '@cuida/ui/client/session/storage.ts'

/** Not a secret: marks that this installation has run before. Uninstalling removes it, but not the keychain. */
const INSTALLED = 'installed'

/**
 * The phone's Keychain or Keystore as a session's storage: this device only, readable only while it is unlocked, in
 * no backup (product 3.3). Read once at the start, since a session reads synchronously; changes are written at once,
 * one after the other.
 */
export async function secureStorage(store: SecureStoragePlugin): Promise<TokenStorage> {
  const known = await open(store).catch(() => new Map<string, string>())
  let last: Promise<unknown> = Promise.resolve()
  const write = (change: () => Promise<unknown>) => {
    // A failed write costs a sign-in at the next start, not this session.
    last = last.then(change).catch(() => {})
  }
  return {
    get: (key) => known.get(key) ?? null,
    set(key, value) {
      known.set(key, value)
      write(() => store.setItem(key, value))
    },
    remove(key) {
      known.delete(key)
      write(() => store.removeItem(key))
    },
  }
}

async function open(store: SecureStoragePlugin): Promise<Map<string, string>> {
  await store.setSynchronize(false)
  await store.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly)
  if (!localStorage.getItem(INSTALLED)) {
    // A previous installation may have belonged to another person.
    await store.clear()
    localStorage.setItem(INSTALLED, 'yes')
  }
  const known = new Map<string, string>()
  for (const key of await store.keys()) {
    const value = await store.getItem(key)
    if (value !== null) known.set(key, value)
  }
  return known
}
