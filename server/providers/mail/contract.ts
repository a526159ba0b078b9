import { randomUUID } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type Mail, MailRefused } from './port.ts'

export interface Subject {
  provider: Vendor<'mail'>
  adapter(url: string, changes?: { timeoutMs?: number }): Mail
  /** Nobody's mailbox, as the server says at once. */
  refused: string
}

const SHORT_MS = 700
/** Faults, and how many e-mails arrive when the sender tries once more: a mail server takes whatever it is given. */
const faults = [
  ...(['timeout', '5xx', 'reset', 'truncated', 'malformed'] as const).map((fault) => [fault, 1] as const),
  ...(['did-it-then-5xx', 'did-it-then-timeout'] as const).map((fault) => [fault, 2] as const),
]
let people = 0
/** An address of one's own, so that tests do not read each other's e-mails. */
const newAddress = (): string => `p${++people}@example.com`
const email = (to: string) => ({ to, subject: 'Tu código', text: 'Es 012345.', key: randomUUID() })

/** What every adapter of Mail must show, over a real connection, against a mail server of this machine. */
export function mailContract(subject: Subject): void {
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

function reaching({ provider, adapter, refused }: Subject, simulators: () => RunningSimulators): void {
  test('an e-mail reaches the person, word by word and line by line', async () => {
    const to = newAddress()
    const text = `Olá Conceição:\n\n.\nseu código é 012345 & ${'nada mais '.repeat(30)}💚\n\nSaúde`
    await adapter(simulators().mailUrl).send({ ...email(to), subject: 'Código de Saúde & Cia 💚', text })
    expect(await simulators().outbox(to)).toMatchObject([
      { channel: 'email', to, text: `Código de Saúde & Cia 💚\n\n${text}` },
    ])
  })

  test('an e-mail may be HTML too, and bring a calendar file', async () => {
    const to = newAddress()
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
    const calendar = { method: 'REQUEST', content } as const
    await adapter(simulators().mailUrl).send({ ...email(to), html: '<h1>Olá</h1>', calendar })
    const [sent] = await simulators().outbox(to)
    expect(sent).toMatchObject({ html: '<h1>Olá</h1>\n', text: 'Tu código\n\nEs 012345.' })
    expect(sent?.calendar?.split(/\r?\n/)).toEqual(content.split('\r\n'))
  })

  test('an address is one person, and a subject one line, whatever is in them', async () => {
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
    'the mailbox %s is reached',
    async (to) => {
      await adapter(simulators().mailUrl).send(email(to))
      expect(await simulators().outbox(to)).toHaveLength(1)
    },
  )

  test('a mailbox that is nobody’s is refused, and the failure names no address', async () => {
    const sent = adapter(simulators().mailUrl).send(email(refused))
    await expect(sent).rejects.toEqual(new MailRefused())
  })

  test('an e-mail that the server will never take for this mailbox is refused too', async () => {
    const sent = adapter(simulators().mailUrl).send(email('somebody@unwanted.example'))
    await expect(sent).rejects.toEqual(new MailRefused())
  })

  test('a password that the server does not take is an outage of ours, not a refused address', async () => {
    const url = Object.assign(new URL(simulators().mailUrl), { password: 'wrong' }).toString()
    await expect(adapter(url).send(email(newAddress()))).rejects.toBeInstanceOf(ProviderDown)
  })

  test('a server that is not there is an outage', async () => {
    await expect(adapter('smtp://127.0.0.1:9').send(email(newAddress()))).rejects.toBeInstanceOf(ProviderDown)
  })

  test('a server that is not this machine’s by its name, and offers no encryption, gets no e-mail', async () => {
    const to = newAddress()
    const url = simulators().mailUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]')
    await expect(adapter(url).send(email(to))).rejects.toEqual(new ProviderDown(provider, 'ETLS 500'))
    expect(await simulators().outbox(to)).toHaveLength(0)
  })
}

function misbehaving({ provider, adapter }: Subject, simulators: () => RunningSimulators): void {
  test.each(faults)('%s: the outcome is unknown, and trying again sends %i in all', async (fault, count) => {
    const to = newAddress()
    await simulators().plan({ provider, fault })
    const sent = adapter(simulators().mailUrl, { timeoutMs: SHORT_MS }).send(email(to))
    await expect(sent).rejects.toSatisfy(
      (failure) => failure instanceof ProviderDown && !`${failure.message}${failure.stack}`.includes(to),
    )
    await adapter(simulators().mailUrl).send(email(to))
    expect(await simulators().outbox(to)).toHaveLength(count)
  })

  test.each(faults)('%s after an e-mail that went well: the same', async (fault, count) => {
    const mail = adapter(simulators().mailUrl, { timeoutMs: SHORT_MS })
    await mail.send(email(newAddress()))
    const to = newAddress()
    await simulators().plan({ provider, fault })
    await expect(mail.send(email(to))).rejects.toBeInstanceOf(ProviderDown)
    await mail.send(email(to))
    expect(await simulators().outbox(to)).toHaveLength(count)
  })
}
