import { beforeEach, expect, test, vi } from 'vitest'
import { nativePasskeys } from './native-passkeys.ts'

const plugin = vi.hoisted(() => ({ isSupported: vi.fn() }))
vi.mock('@capgo/capacitor-passkey', () => ({ CapacitorPasskey: plugin }))
beforeEach(() => void plugin.isSupported.mockResolvedValue({ available: true }))
const failed = (code: string, message: string) => Object.assign(new Error(message), { code })

test('a phone that is too old, or an app without the plugin, has no passkeys', async () => {
  plugin.isSupported.mockResolvedValue({ available: false })
  expect(await nativePasskeys()).toBeUndefined()
  plugin.isSupported.mockRejectedValue(failed('UNIMPLEMENTED', 'not implemented'))
  expect(await nativePasskeys()).toBeUndefined()
})

test.each([
  ['an iPhone’s closed dialog', failed('NotAllowedError', 'The operation couldn’t be completed.'), true],
  ['Android’s closed dialog', failed('UnknownError', 'activity is cancelled by the user.'), true],
  ['another failure', failed('UnknownError', 'Unable to reach the provider'), false],
  ['a passkey that is not on the phone', failed('NotFoundError', 'No matching passkey was found.'), false],
  ['a refusal of our server', new Error('400 PASSKEY_REFUSED'), false],
])('%s is recognised', async (_, failure, isCancelled) =>
  expect((await nativePasskeys())?.isCancelled(failure)).toBe(isCancelled),
)
