import { type RunningTwins, startTwins } from '@cuida/twins/test-twins.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type Push, type PushDevice, PushGone } from './port.ts'

export interface Subject {
  name: string
  adapter(twins: RunningTwins, changes?: { timeoutMs?: number; stranger?: boolean }): Push
}

const SHORT_MS = 700
const message = {
  text: '{"title":"Cuida","body":"Há algo novo 💚"}',
  urgency: 'normal',
  ttlSeconds: 60,
  topic: 'a1',
} as const

/** What every adapter of Push must show, over real HTTP, against a push service that reads what it delivers. */
export function pushContract({ name, adapter }: Subject): void {
  describe(name, () => {
    let twins: RunningTwins
    beforeAll(async () => {
      twins = await startTwins()
    })
    beforeEach(() => twins.clearFaults())
    afterAll(() => twins.close())

    async function subscribe(): Promise<PushDevice & { id: string }> {
      const body = JSON.stringify({ applicationServerKey: adapter(twins).publicKey })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${twins.url}/twins/push/subscriptions`, { method: 'POST', headers, body })
      const { endpoint, keys } = (await reply.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
      return { endpoint, ...keys, id: endpoint.split('/').at(-1) ?? '' }
    }
    const arrived = async (id: string) => (await twins.outbox(id)).map(({ text }) => text)

    test('what is sent arrives in the browser, word by word, and nobody on the way could read it', async () => {
      const device = await subscribe()
      await adapter(twins).wake(device, message)
      expect(await arrived(device.id)).toEqual([message.text])
    })

    test('a browser whose person took the permission back is gone', async () => {
      const device = await subscribe()
      await fetch(`${twins.url}/twins/push/subscriptions/${device.id}`, { method: 'DELETE' })
      await expect(adapter(twins).wake(device, message)).rejects.toBeInstanceOf(PushGone)
    })

    test('a sender whom the browser did not ask for is not heard', async () => {
      const device = await subscribe()
      const sent = adapter(twins, { stranger: true }).wake(device, message)
      await expect(sent).rejects.toBeInstanceOf(ProviderDown)
      expect(await arrived(device.id)).toEqual([])
    })

    test('a message for another browser is not read by this one', async () => {
      const [device, other] = [await subscribe(), await subscribe()]
      const sent = adapter(twins).wake({ ...device, auth: other.auth }, message)
      await expect(sent).rejects.toBeInstanceOf(ProviderDown)
    })

    test.each(['timeout', '5xx', 'reset', 'redirect'] as const)(
      '%s: an outage, and trying again arrives once',
      async (fault) => {
        const device = await subscribe()
        await twins.plan({ provider: 'push', fault })
        const sent = adapter(twins, { timeoutMs: SHORT_MS }).wake(device, message)
        await expect(sent).rejects.toBeInstanceOf(ProviderDown)
        await adapter(twins).wake(device, message)
        expect(await arrived(device.id)).toEqual([message.text])
      },
    )

    test('no failure names the endpoint, which is a secret', async () => {
      const endpoint = 'https://127.0.0.1:9/secret-endpoint'
      const sent = adapter(twins, { timeoutMs: SHORT_MS }).wake({ ...(await subscribe()), endpoint }, message)
      const failure = await sent.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ProviderDown)
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('secret')
    })

    test.each([
      ['https://fcm.googleapis.com/fcm/send/abc', true],
      ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
      ['https://web.push.apple.com/abc', true],
      ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
      ['http://fcm.googleapis.com/fcm/send/abc', false],
      ['https://fcm.googleapis.com:8443/abc', false],
      ['https://fcm.googleapis.com.evil.example/abc', false],
      ['https://evil.example/fcm.googleapis.com', false],
      ['https://user@fcm.googleapis.com/abc', false],
      ['https://169.254.169.254/latest', false],
      ['https://localhost/abc', false],
      ['no address', false],
    ])('%s may be an endpoint: %s', (endpoint, allowed) => {
      expect(adapter(twins).isAllowed(endpoint)).toBe(allowed)
    })
  })
}
