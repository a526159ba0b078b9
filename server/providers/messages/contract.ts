import { randomUUID } from 'node:crypto'
import { type RunningTwins, startTwins } from '@cuida/twins/test-twins.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type MessageRefusal, MessageRefused, type Messages } from './port.ts'

export interface Subject {
  provider: 'twilio'
  adapter(twins: RunningTwins, changes?: { timeoutMs?: number; key?: string }): Messages
  refusedNumbers: Record<string, MessageRefusal>
  refusedForCodes: Record<string, MessageRefusal>
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

function reaching({ refusedNumbers, refusedForCodes, adapter }: Subject, parts: Parts): void {
  test('a text message reaches the phone, word by word', async () => {
    const { twins, messages } = parts()
    const to = newNumber()
    await messages.sms({ to, text: 'Tu código es 123456 & nada más 💚', key: randomUUID() })
    expect(await twins.outbox(to)).toMatchObject([{ channel: 'sms', to, text: 'Tu código es 123456 & nada más 💚' }])
  })

  test('a WhatsApp message reaches the same phone by its own way', async () => {
    const { twins, messages } = parts()
    const to = newNumber()
    await messages.whatsapp({ to, text: 'Hola 💚', key: randomUUID() })
    expect(await twins.outbox(to)).toMatchObject([{ channel: 'whatsapp', to, text: 'Hola 💚' }])
  })

  test('who is not on WhatsApp is told from who has no mobile', async () => {
    const sent = parts().messages.whatsapp({ to: '+15005550009', text: 'Hola', key: randomUUID() })
    await expect(sent).rejects.toEqual(new MessageRefused('NOT_ON_WHATSAPP'))
  })

  test.each([
    ['en', 'code'],
    ['es-ES', 'código'],
    ['pt-BR', 'código'],
  ])('a code in %s reaches the phone, as a text or spoken', async (locale, word) => {
    const { twins, messages } = parts()
    const to = newNumber()
    const wanted = { to, locale, partner: 'Salud & Co' }
    const sent = await messages.code({ ...wanted, code: '012345', channel: 'sms' })
    await messages.settle(sent.reference, 'canceled')
    await messages.code({ ...wanted, code: '678901', channel: 'call' })
    const texts = (code: string) =>
      expect.stringMatching(new RegExp(`(?=.*${word})(?=.*Salud & Co)(?=.*\\b${code}\\b)`))
    expect(await twins.outbox(to)).toMatchObject([
      { channel: 'voice', text: texts('678901') },
      { channel: 'sms', text: texts('012345') },
    ])
  })

  test('the same code again is the same sending, for a retry after a lost answer', async () => {
    const { messages } = parts()
    const wanted = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    expect(await messages.code(wanted)).toEqual(await messages.code(wanted))
  })

  test.each(['approved', 'canceled'] as const)(
    'a code that was %s is settled, however often it is told',
    async (how) => {
      const { messages } = parts()
      const wanted = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
      const { reference } = await messages.code(wanted)
      await messages.settle(reference, how)
      await messages.settle(reference, how)
      expect((await messages.code({ ...wanted, code: '678901' })).reference).not.toBe(reference)
    },
  )

  test.each(Object.entries(refusedNumbers))('a text to %s is refused: %s', async (to, reason) => {
    const sent = parts().messages.sms({ to, text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toEqual(new MessageRefused(reason))
  })

  test.each(Object.entries(refusedForCodes))('a code to %s is refused: %s', async (to, reason) => {
    const wanted = { to, code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    await expect(parts().messages.code(wanted)).rejects.toEqual(new MessageRefused(reason))
  })

  test('more codes than the vendor sends to a number are an outage, not a refused number', async () => {
    const { messages } = parts()
    const wanted = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    for (let sent = 0; sent < 5; sent++) await messages.code(wanted)
    await expect(messages.code(wanted)).rejects.toBeInstanceOf(ProviderDown)
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

  test.each(faults)('%s: a code too is tried again, and %i are sent in all', async (fault, count) => {
    const { twins, messages } = parts()
    const wanted = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    await twins.plan({ provider, fault })
    await expect(adapter(twins, { timeoutMs: SHORT_MS }).code(wanted)).rejects.toBeInstanceOf(ProviderDown)
    await messages.code(wanted)
    expect(await twins.outbox(wanted.to)).toHaveLength(count)
  })
}
