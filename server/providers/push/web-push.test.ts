import { expect, test } from 'vitest'
import { pushContract } from './contract.ts'
import { vapidOf } from './vapid.ts'
import { webPush } from './web-push.ts'

const APP_SECRET = 'x'.repeat(43)

pushContract({
  name: 'web-push',
  adapter: (twins, { timeoutMs, stranger } = {}) =>
    webPush({
      vapid: vapidOf({ APP_SECRET: stranger ? 'y'.repeat(43) : APP_SECRET }),
      subject: 'mailto:hello@cuida.test',
      twin: { seen: 'http://cuida.test/twins/push/', reached: `${twins.url}/twins/push/` },
      ...(timeoutMs ? { timeoutMs } : {}),
    }),
})

test('the same secret gives the same keys in every process, another one others', () => {
  expect(vapidOf({ APP_SECRET })).toEqual(vapidOf({ APP_SECRET }))
  expect(vapidOf({ APP_SECRET })).not.toEqual(vapidOf({ APP_SECRET: 'y'.repeat(43) }))
})

test('half a pair of keys is a mistake, told by its name', () => {
  expect(() => vapidOf({ VAPID_PUBLIC_KEY: 'p' })).toThrow('These settings are missing: VAPID_PRIVATE_KEY')
  expect(() => vapidOf({ VAPID_PRIVATE_KEY: 'p' })).toThrow('These settings are missing: VAPID_PUBLIC_KEY')
})
