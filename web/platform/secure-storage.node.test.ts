import { KeychainAccess, type SecureStoragePlugin } from '@aparajita/capacitor-secure-storage'
import { beforeEach, expect, test, vi } from 'vitest'
import { secureStorage } from './secure-storage.ts'

/** A fake keychain: every change takes a moment, and some phones refuse. */
function keychain(initialItems: Record<string, string> = {}, { broken = false } = {}) {
  const items = new Map(Object.entries(initialItems))
  const log: string[] = []
  const slowly = async (what: string, change: () => unknown) => {
    await new Promise((resolve) => setTimeout(resolve, what.length % 3))
    if (broken) throw new Error('keystore')
    log.push(what)
    change()
  }
  const store = {
    setSynchronize: (sync: boolean) => slowly(`sync ${sync}`, () => {}),
    setDefaultKeychainAccess: (access: KeychainAccess) => slowly(`access ${access}`, () => {}),
    clear: () => slowly('clear', () => items.clear()),
    keys: async () => [...items.keys()],
    getItem: async (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => slowly(`set ${key} ${value}`, () => items.set(key, value)),
    removeItem: (key: string) => slowly(`remove ${key}`, () => items.delete(key)),
  }
  return { items, log, store: store as unknown as SecureStoragePlugin }
}

const local = new Map<string, string>()
beforeEach(() => {
  local.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
  })
})
const waitForWrites = () => new Promise((resolve) => setTimeout(resolve, 40))

test('stored values survive a restart [A3.3]', async () => {
  local.set('installed', 'yes')
  const { store } = keychain({ refreshToken: 'r1' })
  const storage = await secureStorage(store)
  expect([storage.get('refreshToken'), storage.get('token')]).toEqual(['r1', null])
})

test('values stay on this phone and are readable only while it is unlocked', async () => {
  const { store, log } = keychain()
  await secureStorage(store)
  expect(log).toContain('sync false')
  expect(log).toContain(`access ${KeychainAccess.whenUnlockedThisDeviceOnly}`)
})

test("the first start of an installation clears an earlier one's values; the second does not", async () => {
  const { store, items } = keychain({ refreshToken: 'of somebody else' })
  expect((await secureStorage(store)).get('refreshToken')).toBeNull()
  items.set('refreshToken', 'mine')
  expect((await secureStorage(store)).get('refreshToken')).toBe('mine')
})

test('changes are visible at once and written in order', async () => {
  const { store, log, items } = keychain()
  const storage = await secureStorage(store)
  log.length = 0
  storage.set('refreshToken', 'r1')
  storage.set('refreshToken', 'a longer one')
  storage.remove('token')
  storage.set('token', 't')
  expect([storage.get('refreshToken'), storage.get('token')]).toEqual(['a longer one', 't'])
  await waitForWrites()
  expect(log).toEqual(['set refreshToken r1', 'set refreshToken a longer one', 'remove token', 'set token t'])
  expect([...items]).toEqual([
    ['refreshToken', 'a longer one'],
    ['token', 't'],
  ])
})

test('a phone without a working keychain still keeps the session until the app ends', async () => {
  const { store } = keychain({}, { broken: true })
  const storage = await secureStorage(store)
  storage.set('refreshToken', 'r1')
  await waitForWrites()
  expect(storage.get('refreshToken')).toBe('r1')
})
