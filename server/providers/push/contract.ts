import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type PushDevice, PushGone, type PushMessage, type PushSender } from './port.ts'

interface Changes {
  timeoutMs?: number
  stranger?: boolean
  unreached?: boolean
}

export interface PushUnderTest<D extends PushDevice> {
  name: string
  /** The simulator whose faults are injected, and a part of the path of the sending request. */
  simulator: { provider: 'push' | Vendor<'apps'>; sends: string }
  adapter(simulators: RunningSimulators, changes?: Changes): PushSender<D>
  device(simulators: RunningSimulators): Promise<{ device: D; id: string }>
  /** The user withdraws the permission or removes the app. */
  leave(simulators: RunningSimulators, id: string): Promise<unknown>
}

const SHORT_MS = 700
export const testPushMessage: PushMessage = {
  title: 'Cuida',
  body: 'Há algo novo 💚',
  path: '/consultations/8f1c',
  tag: 'n1',
  urgency: 'normal',
  ttlSeconds: 60,
  topic: 'a1',
}

/** Contract tests of every push adapter, over HTTP against a service that decrypts what it delivers. */
export function pushContract<D extends PushDevice>({
  name,
  simulator,
  adapter,
  device,
  leave,
}: PushUnderTest<D>): void {
  describe(name, () => {
    let simulators: RunningSimulators
    const senders: PushSender<D>[] = []
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(async () => {
      for (const one of senders) one.close?.()
      await simulators.close()
    })
    const sender = (changes?: Changes) => {
      const one = adapter(simulators, changes)
      senders.push(one)
      return one
    }
    const arrived = async (id: string) => (await simulators.outbox(id)).map(({ text }) => JSON.parse(text))
    const payload = { title: testPushMessage.title, body: testPushMessage.body, path: testPushMessage.path }

    test.each(['normal', 'high'] as const)('a notification arrives with its exact words, %s', async (urgency) => {
      const { device: one, id } = await device(simulators)
      await sender().wake(one, { ...testPushMessage, urgency })
      expect(await arrived(id)).toMatchObject([payload])
      expect((await simulators.outbox(id))[0]?.channel).toBe('push')
    })

    test('a device without permission is gone, and stays so', async () => {
      const { device: one, id } = await device(simulators)
      const same = sender()
      await same.wake(one, testPushMessage)
      await leave(simulators, id)
      for (let createOrDisable = 0; createOrDisable < 2; createOrDisable++)
        await expect(same.wake(one, testPushMessage)).rejects.toBeInstanceOf(PushGone)
      expect(await arrived(id)).toHaveLength(1)
    })

    test('refused credentials are an outage and remove no device', async () => {
      const { device: one, id } = await device(simulators)
      await expect(sender({ stranger: true }).wake(one, testPushMessage)).rejects.toBeInstanceOf(ProviderDown)
      expect(await arrived(id)).toEqual([])
    })

    test('an oversized notification is refused and removes no device', async () => {
      const { device: one, id } = await device(simulators)
      const sent = sender().wake(one, { ...testPushMessage, body: 'x'.repeat(5_000) })
      await expect(sent).rejects.toBeInstanceOf(ProviderDown)
      expect(await arrived(id)).toEqual([])
    })

    test.each(['timeout', '5xx', 'reset', 'redirect'] as const)(
      '%s: an outage, and a retry by the same sender arrives once',
      async (fault) => {
        const { device: one, id } = await device(simulators)
        const same = sender({ timeoutMs: SHORT_MS })
        await simulators.plan({ provider: simulator.provider, fault, path: simulator.sends })
        await expect(same.wake(one, testPushMessage)).rejects.toBeInstanceOf(ProviderDown)
        await same.wake(one, testPushMessage)
        expect(await arrived(id)).toMatchObject([payload])
      },
    )

    test('concurrent notifications each arrive at their own device', async () => {
      const all = await Promise.all(Array.from({ length: 12 }, () => device(simulators)))
      const same = sender()
      await Promise.all(all.map(({ device: one }) => same.wake(one, testPushMessage)))
      for (const { id } of all) expect(await arrived(id)).toHaveLength(1)
    })

    test('no error names the device address, which is a secret', async () => {
      const { device: one, id } = await device(simulators)
      const failures = await Promise.all(
        [{ unreached: true }, { stranger: true }].map((changes) =>
          sender({ timeoutMs: SHORT_MS, ...changes })
            .wake(one, testPushMessage)
            .catch((error: unknown) => error),
        ),
      )
      for (const failure of failures) {
        expect(failure).toBeInstanceOf(ProviderDown)
        const { cause } = failure as Error
        const all = [failure, cause].map((error) => JSON.stringify(error, Object.getOwnPropertyNames(error ?? {})))
        expect(all.join()).not.toContain(id)
      }
    })
  })
}

export async function postJson<T>(url: string, body: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await reply.json()) as T
}
