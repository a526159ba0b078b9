import { randomUUID } from 'node:crypto'
import type { Payment } from '@cuida/core/checkout/payment/payment-api.ts'
import type { DateFormats } from '@cuida/core/kit/date-formats.ts'
import { describe, expect, test } from 'vitest'
import { receiptOf } from '../../checkout/payment/receipt/receipt.ts'
import { formatMomentFor } from '../../kit/i18n/format-moment.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import type { Content } from '../../notifications/notification.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { careContent } from '../reminder/care-content.ts'
import {
  createAttendanceDocument,
  createNotesDocument,
  createPrescriptionDocument,
  type IssuedDocumentContext,
} from './issued-document-content.ts'

const context = await createTestContext()

const USUAL: DateFormats = { order: 'dmy', hours: 24 }
const TWELVE: DateFormats = { order: 'mdy', hours: 12 }
const from = new Date('2026-11-26T19:45:00Z')
const to = new Date('2026-11-26T20:05:00Z')
const speaking = (locale: string) => createTranslator(locale, context.services.catalogueFor(locale))
const by = (dateFormats: DateFormats) => ({ ...context.services.config, dateFormats })

function maker(dateFormats: DateFormats, locale: string): IssuedDocumentContext {
  return {
    config: by(dateFormats),
    locale,
    translate: speaking(locale),
    code: { code: 'ABCDEFGHJKLM', issuedAt: from },
    checkUrl: 'https://vida.example/verify',
    facts: {
      patientId: randomUUID(),
      patient: 'Ana García',
      document: undefined,
      dateOfBirth: '1990-04-05',
      holder: undefined,
      clinician: 'Dra. Marta Ruiz',
      registrationNumber: '1',
      specialty: 'Nutrición',
      medium: 'video',
      from,
      to,
      day: from,
      isClosed: true,
    } as IssuedDocumentContext['facts'],
  }
}

describe.each([
  ['es', USUAL, 'de 20:45 a 21:05 (hora de Madrid).', '26 de noviembre de 2026', '5 de abril de 1990'],
  ['es', TWELVE, 'de 8:45 p. m. a 9:05 p. m. (hora de Madrid).', 'noviembre 26 de 2026', 'abril 5 de 1990'],
  ['en', TWELVE, 'from 8:45 PM to 9:05 PM (Madrid time).', 'November 26, 2026', 'April 5, 1990'],
  ['pt-BR', TWELVE, 'das 8:45 PM às 9:05 PM (horário de Madrid).', 'novembro 26 de 2026', 'abril 5 de 1990'],
])('certificates in %s of a partner with %o [B3.14]', (locale, formats, hours, day, born) => {
  test('certificates use these time and date formats', () => {
    const document = maker(formats, locale)
    const lines = createAttendanceDocument(document).parts.flatMap((part) => part.lines)
    expect(lines.find((line) => line.endsWith(hours))).toBeDefined()
    expect(lines.join()).toContain(day)
    const note = { id: '1', text: 'Reposo', author: 'Marta', signedAt: from.toISOString(), reason: null }
    const { facts, parts } = createNotesDocument(document, [note as never])
    expect(facts.join()).toContain(born)
    expect(parts[0]?.lines.at(-1)).toContain(day)
    const prescription = { id: '1', items: [], signedAt: from, validUntil: '2026-11-26' }
    expect(createPrescriptionDocument(document, prescription).facts.at(-1)).toContain(day)
  })

  test('receipts use these formats too', () => {
    const payment = {
      id: randomUUID(),
      currency: 'EUR',
      lines: [],
      amount: 2_900,
      createdAt: from.toISOString(),
      invoice: null,
      refunds: [],
      patient: { firstName: 'Ana' },
      paymentMethodType: 'PIX',
      cardType: null,
    } as unknown as Payment
    const { facts } = receiptOf(payment, { config: by(formats), name: 'Ana', locale, translate: speaking(locale) })
    expect(facts.filter((fact) => fact.includes(day))).toHaveLength(1)
  })
})

describe('notifications', () => {
  const notification = (locale: string, type = 'reminder-day') =>
    ({
      id: randomUUID(),
      type,
      locale,
      email: 'ana@example.test',
      startsAt: from,
      about: { id: randomUUID(), status: 'QUEUED', startsAt: from, endsAt: to, isAway: false, isPrescribed: false },
      refund: { amount: 0, currency: 'EUR' },
    }) as never
  test.each([
    ['es', TWELVE, 'jueves, noviembre 26, 8:45 p. m.'],
    ['es', USUAL, 'jueves 26 de noviembre, 20:45'],
    ['en', TWELVE, 'Thursday, November 26, 8:45 PM'],
    ['pt-BR', TWELVE, 'quinta-feira, novembro 26, 8:45 PM'],
  ])('a notification in %s with %o contains "%s", without a doubled full stop', async (locale, formats, when) => {
    const { text, email } = careContent(
      { ...context.services, config: by(formats) },
      notification(locale),
      'Europe/Madrid',
    ) as Required<Content>
    expect(text()).toContain(when)
    const { text: emailText, html } = await email()
    expect(`${emailText} ${html}`).toContain(when)
    expect(`${text()} ${emailText} ${html}`).not.toContain('m..')
  })

  test('the calendar file is machine-readable and stays independent of the format', async () => {
    const files = [USUAL, TWELVE].map(async (formats) => {
      const { email } = careContent(
        { ...context.services, config: by(formats) },
        notification('es', 'moved'),
        'Europe/Madrid',
      ) as Required<Content>
      return JSON.stringify((await email()).calendar ?? '').match(/DT(START|END)[^\\]*/g)
    })
    const [usual, twelve] = await Promise.all(files)
    expect(usual).toEqual([expect.stringContaining('20261126T194500Z'), expect.stringContaining('20261126T200500Z')])
    expect(twelve).toEqual(usual)
  })

  test.each([
    ['2026-11-25T23:00:00Z', 'jueves, noviembre 26, 12:00 a. m.'],
    ['2026-11-26T11:00:00Z', 'jueves, noviembre 26, 12:00 p. m.'],
  ])('midnight and noon are distinguishable: %s', (moment, expected) => {
    const reader = { locale: 'es', timeZone: 'Europe/Madrid' }
    expect(formatMomentFor({ ...context.services, config: by(TWELVE) }, new Date(moment), reader)).toBe(expected)
  })
})
