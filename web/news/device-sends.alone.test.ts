import { addPushDevice, removePushDevice } from '@cuida/core/news/choice/notifications-api.ts'
import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { useChooseLanguage } from '../profile/queries.ts'
import { push } from './push.ts'

vi.mock('../kit/content/words.ts', () => ({ chooseLanguage: async () => {} }))

const endpoint = 'https://push.example/device'
const device = {
  endpoint,
  unsubscribe: async () => true,
  toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
}
/** As much of a browser as waking it needs: one that its person lets be woken, with a device or none yet. */
function browser(known: typeof device | undefined): void {
  const pushManager = { getSubscription: async () => known, subscribe: async () => device }
  const serviceWorker = {
    register: async () => ({ pushManager }),
    ready: { pushManager },
    getRegistration: async () => ({ pushManager }),
  }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
}
afterEach(() => vi.unstubAllGlobals())

test('a device that was off is woken from now on, with its own keys', async () => {
  browser(undefined)
  expect(await leaving(() => push.change('off', 'key'))).toEqual([
    asks(addPushDevice, { endpoint, p256dh: 'public', auth: 'secret' }),
  ])
})

test('a device that was on is woken no more', async () => {
  browser(device)
  expect(await leaving(() => push.change('on', 'key'))).toEqual([asks(removePushDevice, { endpoint })])
})

test('the language that the app speaks from now on is the one that we write in, and what was read is asked for again', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['consultations', 'upcoming'], 'en español')
  const choose = given(useChooseLanguage, queries)
  expect(await leaving(() => choose.mutateAsync('en'))).toEqual([asks(updateMe, { locale: 'en' })])
  // What the server names it names in the language of who asks, which most keys do not say.
  expect(queries.getQueryState(['consultations', 'upcoming'])?.isInvalidated).toBe(true)
})
