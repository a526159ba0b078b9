import { randomUUID } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import {
  jsonRequest,
  type ReceivedWebhook,
  type RunningSimulators,
  startSimulators,
} from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type MessageRefusal, MessageRefused, type Messages, type Template } from './port.ts'

export interface MessagesUnderTest {
  provider: Vendor<'messages'>
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): Messages
  refusedNumbers: Record<string, MessageRefusal>
  refusedForCodes: Record<string, MessageRefusal>
  /** An approved template with a value for each placeholder, and the resulting text. */
  approved: { template: Template; says: RegExp }
  noteOf(arrived: ReceivedWebhook, url: string): Parameters<Messages['isGenuine']>[0]
}

const SHORT_MS = 700
/** Faults, and how many messages arrive after one retry: the vendor has no idempotency key. */
const faults = [
  ...(['timeout', '5xx', 'redirect', 'reset'] as const).map((fault) => [fault, 1] as const),
  ...(['truncated', 'malformed', 'wrong-type', 'huge'] as const).map((fault) => [fault, 2] as const),
  ...(['did-it-then-5xx', 'did-it-then-timeout'] as const).map((fault) => [fault, 2] as const),
]
let last = 600_000_000
/** A separate number for each test, so that tests do not read each other's messages. */
const newNumber = (): string => `+34${++last}`

/** Contract tests of every `Messages` adapter, over HTTP against the vendor's simulator. */
export function messagesContract(subject: MessagesUnderTest): void {
  describe(subject.provider, () => {
    let simulators: RunningSimulators
    const setUp = () => ({ simulators, messages: subject.adapter(simulators) })
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())
    reaching(subject, setUp)
    approving(subject, setUp)
    telling(subject, setUp)
    misbehaving(subject, setUp)
  })
}

type Parts = () => { simulators: RunningSimulators; messages: Messages }

function reaching({ refusedNumbers, refusedForCodes, adapter }: MessagesUnderTest, setUp: Parts): void {
  test('a text message arrives with its exact words', async () => {
    const { simulators, messages } = setUp()
    const to = newNumber()
    await messages.sms({ to, text: 'Tu código es 123456 & nada más 💚', key: randomUUID() })
    expect(await simulators.outbox(to)).toMatchObject([
      { channel: 'sms', to, text: 'Tu código es 123456 & nada más 💚' },
    ])
  })

  test.each([
    ['en', 'code'],
    ['es-ES', 'código'],
    ['pt-BR', 'código'],
  ])('a code in %s reaches the phone, as a text or spoken', async (locale, word) => {
    const { simulators, messages } = setUp()
    const to = newNumber()
    const message = { to, locale, partner: 'Salud & Co' }
    const sent = await messages.code({ ...message, code: '012345', channel: 'sms' })
    await messages.reportOutcome(sent.reference, 'canceled')
    await messages.code({ ...message, code: '678901', channel: 'call' })
    const texts = (code: string) =>
      expect.stringMatching(new RegExp(`(?=.*${word})(?=.*Salud & Co)(?=.*\\b${code}\\b)`))
    expect(await simulators.outbox(to)).toMatchObject([
      { channel: 'voice', text: texts('678901') },
      { channel: 'sms', text: texts('012345') },
    ])
  })

  test('the same code again continues the same sending, for a retry after a lost response', async () => {
    const { messages } = setUp()
    const message = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    expect(await messages.code(message)).toEqual(await messages.code(message))
  })

  test.each(['approved', 'canceled'] as const)(
    'a code that was %s can be reported any number of times',
    async (how) => {
      const { messages } = setUp()
      const message = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
      const { reference } = await messages.code(message)
      await messages.reportOutcome(reference, how)
      await messages.reportOutcome(reference, how)
      expect((await messages.code({ ...message, code: '678901' })).reference).not.toBe(reference)
    },
  )

  test.each(Object.entries(refusedNumbers))('a text to %s is refused: %s', async (to, reason) => {
    const sent = setUp().messages.sms({ to, text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toEqual(new MessageRefused(reason))
  })

  test.each(Object.entries(refusedForCodes))('a code to %s is refused: %s', async (to, reason) => {
    const message = { to, code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    await expect(setUp().messages.code(message)).rejects.toEqual(new MessageRefused(reason))
  })

  test('too many codes for one number are an outage, not a refused number', async () => {
    const { messages } = setUp()
    const message = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    for (let sent = 0; sent < 5; sent++) await messages.code(message)
    await expect(messages.code(message)).rejects.toBeInstanceOf(ProviderDown)
  })

  test('refused credentials are an outage, not a refused number', async () => {
    const { simulators } = setUp()
    const sent = adapter(simulators, { key: 'wrong' }).sms({ to: newNumber(), text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toBeInstanceOf(ProviderDown)
  })
}

function approving({ approved: { template, says } }: MessagesUnderTest, setUp: Parts): void {
  const send = (to: string, change: Partial<Template> = {}) =>
    setUp().messages.whatsapp({ to, template: { ...template, ...change }, key: randomUUID() })

  test('a WhatsApp template reaches the same phone over its own channel', async () => {
    const to = newNumber()
    await send(to)
    expect(await setUp().simulators.outbox(to)).toMatchObject([
      { channel: 'whatsapp', to, text: expect.stringMatching(says) },
    ])
  })

  test('a number without WhatsApp is distinguished from one without a mobile phone', () =>
    expect(send('+15005550009')).rejects.toEqual(new MessageRefused('NOT_ON_WHATSAPP')))

  test.each<[string, Partial<Template>]>([
    ['that does not exist', { sid: `HX${'0'.repeat(32)}` }],
    ['with nothing in a place of it', { variables: template.variables.map(() => '') }],
  ])('a template %s is refused, so the channel is not retried', async (_, change) => {
    const to = newNumber()
    await expect(send(to, change)).rejects.toEqual(new MessageRefused('TEMPLATE_REFUSED'))
    expect(await setUp().simulators.outbox(to)).toEqual([])
  })
}

function telling({ approved: { template }, noteOf, adapter }: MessagesUnderTest, setUp: Parts): void {
  /** Status callbacks of one message in the order of arrival; undefined for a forged one. */
  async function collectCallbacks(
    count: number,
    plan: object,
    send: (sent: { to: string; callbackUrl: string }) => Promise<object>,
  ) {
    const { simulators, messages } = setUp()
    const to = newNumber()
    const name = randomUUID()
    await fetch(`${simulators.url}/simulators/texts`, jsonRequest('PUT', { number: to, ...plan }))
    const callbackUrl = simulators.callbackUrl(name)
    const sent = await send({ to, callbackUrl })
    const notes = (await simulators.arrived(name, count)).map((one) => noteOf(one, callbackUrl))
    const read = notes.map((note) => (messages.isGenuine(note) ? messages.readNote(note.body) : undefined))
    return { sent, notes, read, arrived: (await simulators.outbox(to)).length }
  }
  const text = (sent: { to: string; callbackUrl: string }) =>
    setUp().messages.sms({ ...sent, text: 'Hola', key: randomUUID() })

  test('the delivery status of a message is reported, signed, under its reference', async () => {
    const { sent, read, arrived } = await collectCallbacks(2, { becomes: 'delivered' }, text)
    expect(read).toEqual([
      { ...sent, state: 'sent' },
      { ...sent, state: 'delivered' },
    ])
    expect(arrived).toBe(1)
  })

  test('a read receipt is reported', async () => {
    const whatsapp = (sent: { to: string; callbackUrl: string }) =>
      setUp().messages.whatsapp({ ...sent, template, key: randomUUID() })
    const { read } = await collectCallbacks(3, { becomes: 'read' }, whatsapp)
    expect(read.map((note) => note?.state)).toEqual(['sent', 'delivered', 'read'])
  })

  test.each([
    ['undelivered', 30003, undefined],
    ['failed', 21610, 'OPTED_OUT'],
  ])('an undelivered message is reported with the reason: %s', async (becomes, code, reason) => {
    const { sent, read, arrived } = await collectCallbacks(becomes === 'failed' ? 1 : 2, { becomes, code }, text)
    expect(read.at(-1)).toEqual({ ...sent, state: 'undelivered', code, ...(reason ? { reason } : {}) })
    expect(arrived).toBe(0)
  })

  test('a template with the wrong number of placeholders is reported as undelivered', async () => {
    const short = { ...template, variables: template.variables.slice(1) }
    const { read } = await collectCallbacks(2, { becomes: 'delivered' }, (sent) =>
      setUp().messages.whatsapp({ ...sent, template: short, key: randomUUID() }),
    )
    expect(read.at(-1)).toMatchObject({ state: 'undelivered', reason: 'TEMPLATE_REFUSED' })
  })

  test('a callback with another form, address or key, or without a signature, is not genuine', async () => {
    const { simulators, messages } = setUp()
    const [note] = (await collectCallbacks(2, { becomes: 'delivered' }, text)).notes
    if (!note) throw new Error('the provider sent no status')
    expect(messages.isGenuine(note)).toBe(true)
    expect(messages.isGenuine({ ...note, body: note.body.replace('=sent', '=failed') })).toBe(false)
    expect(messages.isGenuine({ ...note, url: `${note.url}?changed=1` })).toBe(false)
    expect(messages.isGenuine({ ...note, signature: undefined })).toBe(false)
    expect(adapter(simulators, { key: 'other' }).isGenuine(note)).toBe(false)
  })

  test('a callback without a message status is ignored', () => {
    const { messages } = setUp()
    for (const body of ['', 'MessageSid=SM1', 'MessageSid=SM1&MessageStatus=received', 'MessageStatus=sent'])
      expect(messages.readNote(body)).toBeUndefined()
  })
}

function misbehaving({ provider, adapter }: MessagesUnderTest, setUp: Parts): void {
  test.each(faults)('%s: the outcome is unknown, and a retry sends %i in all', async (fault, count) => {
    const { simulators, messages } = setUp()
    const to = newNumber()
    await simulators.plan({ provider, fault })
    const sent = adapter(simulators, { timeoutMs: SHORT_MS }).sms({ to, text: 'hello', key: randomUUID() })
    await expect(sent).rejects.toBeInstanceOf(ProviderDown)
    await messages.sms({ to, text: 'hello', key: randomUUID() })
    expect(await simulators.outbox(to)).toHaveLength(count)
  })

  test.each(faults)('%s: a code is retried as well, and %i are sent in all', async (fault, count) => {
    const { simulators, messages } = setUp()
    const message = { to: newNumber(), code: '012345', channel: 'sms', locale: 'en', partner: 'Salud' } as const
    await simulators.plan({ provider, fault })
    await expect(adapter(simulators, { timeoutMs: SHORT_MS }).code(message)).rejects.toBeInstanceOf(ProviderDown)
    await messages.code(message)
    expect(await simulators.outbox(message.to)).toHaveLength(count)
  })
}
