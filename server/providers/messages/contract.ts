import { randomUUID } from 'node:crypto'
import { type RunningTwins, startTwins } from '@cuida/twins/test-twins.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type MessageRefusal, MessageRefused, type Messages } from './port.ts'

export interface Subject {
  provider: 'twilio'
  adapter(twins: RunningTwins, changes?: { timeoutMs?: number; key?: string }): Messages
  refusedNumbers: Record<string, MessageRefusal>
  refusedCallees: Record<string, MessageRefusal>
}

const SHORT_MS = 700
/** Faults, and how many messages arrive when the sender tries once more: the vendor has no idempotency key. */
const faults = [
  ...(['timeout', '5xx', 'redirect', 'reset'] as const).map((fault) => [fault, 1] as const),
  ...(['truncated', 'malformed', 'wrong-type', 'huge'] as const).map((fault) => [fault, 2] as const),
  ...(['did-it-then-5xx', 'did-it-then-timeout'] as const).map((fault) => [fault, 2] as const),
]
let last = 600_000_000
/** A number of one's own, so that tests do not read each other's messages. */
const newNumber = (): string => `+34${++last}`

/** What every adapter of Messages must show, over real HTTP, against the twin of its vendor. */
export function messagesContract(subject: Subject): void {
  describe(subject.provider, () => {
    let twins: RunningTwins
    const parts = () => ({ twins, messages: subject.adapter(twins) })
    beforeAll(async () => {
      twins = await startTwins()
    })
    beforeEach(() => twins.clearFaults())
    afterAll(() => twins.close())
    reaching(subject, parts)
    misbehaving(subject, parts)
  })
}

type Parts = () => { twins: RunningTwins; messages: Messages }

function reaching({ refusedNumbers, refusedCallees, adapter }: Subject, parts: Parts): void {
  test('a text message reaches the phone, word by word', async () => {
    const { twins, messages } = parts()
    const to = newNumber()
    await messages.sms({ to, text: 'Tu código es 123456 & nada más 💚', key: randomUUID() })
    expect(await twins.outbox(to)).toMatchObject([{ channel: 'sms', to, text: 'Tu código es 123456 & nada más 💚' }])
  })

  test.each(['en', 'es-ES', 'pt-BR'])('a call in %s says the text as it is', async (locale) => {
    const { twins, messages } = parts()
    const to = newNumber()
    await messages.call({ to, text: `<1 & "2"> it's 4 5 6`, locale, key: randomUUID() })
    expect(await twins.outbox(to)).toMatchObject([{ channel: 'voice', to, text: `<1 & "2"> it's 4 5 6` }])
  })

  test.each(Object.entries(refusedNumbers))('a text to %s is refused: %s', async (to, reason) => {
    const sent = parts().messages.sms({ to, text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toEqual(new MessageRefused(reason))
  })

  test.each(Object.entries(refusedCallees))('a call to %s is refused: %s', async (to, reason) => {
    const called = parts().messages.call({ to, text: 'hello', locale: 'en', key: randomUUID() })
    await expect(called).rejects.toEqual(new MessageRefused(reason))
  })

  test('a key that the vendor refuses is an outage of ours, not a refused number', async () => {
    const { twins } = parts()
    const sent = adapter(twins, { key: 'wrong' }).sms({ to: newNumber(), text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toBeInstanceOf(ProviderDown)
  })
}

function misbehaving({ provider, adapter }: Subject, parts: Parts): void {
  test.each(faults)('%s: the outcome is unknown, and trying again sends %i in all', async (fault, count) => {
    const { twins, messages } = parts()
    const to = newNumber()
    await twins.plan({ provider, fault })
    const sent = adapter(twins, { timeoutMs: SHORT_MS }).sms({ to, text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toBeInstanceOf(ProviderDown)
    await messages.sms({ to, text: 'hello', key: randomUUID() })
    expect(await twins.outbox(to)).toHaveLength(count)
  })
}
