import { randomUUID } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type Mail, MailRefused } from './port.ts'

export interface MailUnderTest {
  provider: Vendor<'mail'>
  adapter(url: string, changes?: { timeoutMs?: number }): Mail
  /** A mailbox that the server refuses at once. */
  refused: string
}

const SHORT_MS = 700
/** Faults, and how many e-mails arrive after one retry: a mail server does not deduplicate. */
const faults = [
  ...(['timeout', '5xx', 'reset', 'truncated', 'malformed'] as const).map((fault) => [fault, 1] as const),
  ...(['did-it-then-5xx', 'did-it-then-timeout'] as const).map((fault) => [fault, 2] as const),
]
let people = 0
/** A separate address for each test, so that tests do not read each other's e-mails. */
const newAddress = (): string => `p${++people}@example.com`
const email = (to: string) => ({ to, subject: 'Tu código', text: 'Es 012345.', key: randomUUID() })

/** Contract tests of every `Mail` adapter, over a real connection to a local mail server. */
export function mailContract(subject: MailUnderTest): void {
  describe(subject.provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())
    reaching(subject, () => simulators)
    misbehaving(subject, () => simulators)
  })
}

function reaching({ provider, adapter, refused }: MailUnderTest, simulators: () => RunningSimulators): void {
  test('an e-mail arrives with its exact words and lines', async () => {
    const to = newAddress()
    const text = `Olá Conceição:\n\n.\nseu código é 012345 & ${'nada mais '.repeat(30)}💚\n\nSaúde`
    await adapter(simulators().mailUrl).send({ ...email(to), subject: 'Código de Saúde & Cia 💚', text })
    expect(await simulators().outbox(to)).toMatchObject([
      { channel: 'email', to, text: `Código de Saúde & Cia 💚\n\n${text}` },
    ])
  })

  test('an e-mail can have an HTML part and a calendar file', async () => {
    const to = newAddress()
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
    const calendar = { method: 'REQUEST', content } as const
    await adapter(simulators().mailUrl).send({ ...email(to), html: '<h1>Olá</h1>', calendar })
    const [sent] = await simulators().outbox(to)
    expect(sent).toMatchObject({ html: '<h1>Olá</h1>\n', text: 'Tu código\n\nEs 012345.' })
    expect(sent?.calendar?.split(/\r?\n/)).toEqual(content.split('\r\n'))
  })

  test('an address stays one recipient, and a subject one line, whatever they contain', async () => {
    const to = newAddress()
    const other = newAddress()
    const subject = `Hello\r\nBcc: ${other}`
    await adapter(simulators().mailUrl).send({ ...email(to), subject })
    await adapter(simulators().mailUrl)
      .send(email(`${to}, ${other}`))
      .catch(() => {})
    expect(await simulators().outbox(to)).toHaveLength(1)
    expect(await simulators().outbox(other)).toHaveLength(0)
  })

  test.each(["maeve.o'shea&co@clinic.example", 'info@clínica.example', 'josé@correo.example', 'josé@clínica.example'])(
    'an e-mail reaches the mailbox %s',
    async (to) => {
      await adapter(simulators().mailUrl).send(email(to))
      expect(await simulators().outbox(to)).toHaveLength(1)
    },
  )

  test('an unknown mailbox is refused, and the error names no address', async () => {
    const sent = adapter(simulators().mailUrl).send(email(refused))
    await expect(sent).rejects.toEqual(new MailRefused())
  })

  test('an e-mail that the server rejects for good is refused', async () => {
    const sent = adapter(simulators().mailUrl).send(email('somebody@unwanted.example'))
    await expect(sent).rejects.toEqual(new MailRefused())
  })

  test('refused credentials are an outage, not a refused address', async () => {
    const url = Object.assign(new URL(simulators().mailUrl), { password: 'wrong' }).toString()
    await expect(adapter(url).send(email(newAddress()))).rejects.toBeInstanceOf(ProviderDown)
  })

  test('an unreachable server is an outage', async () => {
    await expect(adapter('smtp://127.0.0.1:9').send(email(newAddress()))).rejects.toBeInstanceOf(ProviderDown)
  })

  test('a remote server without encryption gets no e-mail', async () => {
    const to = newAddress()
    const url = simulators().mailUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]')
    await expect(adapter(url).send(email(to))).rejects.toEqual(new ProviderDown(provider, 'ETLS 500'))
    expect(await simulators().outbox(to)).toHaveLength(0)
  })
}

function misbehaving({ provider, adapter }: MailUnderTest, simulators: () => RunningSimulators): void {
  test.each(faults)('%s: the outcome is unknown, and a retry sends %i in all', async (fault, count) => {
    const to = newAddress()
    await simulators().plan({ provider, fault })
    const sent = adapter(simulators().mailUrl, { timeoutMs: SHORT_MS }).send(email(to))
    await expect(sent).rejects.toSatisfy(
      (failure) => failure instanceof ProviderDown && !`${failure.message}${failure.stack}`.includes(to),
    )
    await adapter(simulators().mailUrl).send(email(to))
    expect(await simulators().outbox(to)).toHaveLength(count)
  })

  test.each(faults)('%s after a successful e-mail has the same outcome', async (fault, count) => {
    const mail = adapter(simulators().mailUrl, { timeoutMs: SHORT_MS })
    await mail.send(email(newAddress()))
    const to = newAddress()
    await simulators().plan({ provider, fault })
    await expect(mail.send(email(to))).rejects.toBeInstanceOf(ProviderDown)
    await mail.send(email(to))
    expect(await simulators().outbox(to)).toHaveLength(count)
  })
}
