import type { Config } from '@cuida/core/brand/config.ts'
import type { Note } from '@cuida/core/care/consultation.ts'
import { formatVerificationCode } from '@cuida/core/care/issued-document/issued-document.ts'
import { itemLine, itemQuantity } from '@cuida/core/care/prescription/item-line.ts'
import { cityOfZone } from '@cuida/core/kit/zone.ts'
import { formatDate, formatTime } from '../../kit/i18n/format-moment.ts'
import type { Translate } from '../../kit/i18n/translator.ts'
import type { PrintedLetter } from '../next-step/letter-store.ts'
import type { IssuedDocumentFacts, IssuedPrescription } from './issued-document-store.ts'

/** The content of a certificate, before layout. */
export interface IssuedDocumentContent {
  title: string
  issuer: string[]
  facts: string[]
  parts: { heading?: string; lines: string[] }[]
  /** Names the author and explains how the recipient verifies the code. */
  signature: string[]
  check: string
  code: string
}

export interface IssuedDocumentContext {
  config: Pick<Config, 'partnerName' | 'legal' | 'timeZone' | 'dateFormats'>
  locale: string
  translate: Translate
  facts: IssuedDocumentFacts
  code: { code: string; issuedAt: Date }
  /** The page that verifies codes. */
  checkUrl: string
}

export function createNotesDocument(maker: IssuedDocumentContext, notes: readonly Note[]): IssuedDocumentContent {
  const { translate } = maker
  const parts = notes.map(({ text, author, signedAt, reason }) => ({
    heading: reason ? translate('care.issuedDocument.amended', { reason }) : translate('care.issuedDocument.notes'),
    lines: [
      ...text.split('\n'),
      translate('care.issuedDocument.noteSigned', { author, when: moment(maker, new Date(signedAt)) }),
    ],
  }))
  return { ...frame(maker, translate('care.issuedDocument.title.notes')), parts }
}

export function createPrescriptionDocument(
  maker: IssuedDocumentContext,
  { items, signedAt, validUntil }: IssuedPrescription,
): IssuedDocumentContent {
  const { translate } = maker
  const parts = items.map((item, index) => {
    const quantity = itemQuantity(item, translate)
    return {
      heading: `${index + 1}. ${item.medicine}`,
      lines: [
        itemLine(item, translate),
        quantity && translate('care.issuedDocument.quantity', { quantity }),
        item.instructions,
      ].filter(Boolean),
    }
  })
  const { facts, ...rest } = frame(maker, translate('care.issuedDocument.title.prescription'))
  const dates = [
    translate('care.issuedDocument.signedOn', { day: day(maker, signedAt) }),
    translate('care.prescription.until', { day: calendarDay(maker, validUntil) }),
  ]
  return { ...rest, facts: [...facts, ...dates], parts }
}

/** A referral or a medical certificate, in its author's own text. */
export function createLetterDocument(
  maker: IssuedDocumentContext,
  { kind, recipient, text, signedAt }: PrintedLetter,
): IssuedDocumentContent {
  const { translate } = maker
  const { facts, ...rest } = frame(maker, translate(`care.issuedDocument.title.${kind}`))
  const dates = [translate('care.issuedDocument.signedOn', { day: day(maker, signedAt) })]
  const heading = recipient === null ? {} : { heading: translate('care.issuedDocument.to', { recipient }) }
  return { ...rest, facts: [...facts, ...dates], parts: [{ ...heading, lines: text.split('\n') }] }
}

/** Certificate of attendance for an employer or a school: who was here, when and with whom, but never why. */
export function createAttendanceDocument(maker: IssuedDocumentContext): IssuedDocumentContent {
  const { translate, facts } = maker
  const values = {
    name: facts.patient,
    document: facts.document ?? '',
    clinician: facts.clinician,
    day: day(maker, facts.day),
    from: facts.from ? clock(maker, facts.from) : '',
    to: facts.to ? `${clock(maker, facts.to)} (${clinicZone(maker)})` : '',
  }
  const lines = [
    translate(facts.document ? 'care.issuedDocument.attended' : 'care.issuedDocument.attendedUndocumented', values),
    translate(
      facts.from && facts.to ? `care.issuedDocument.attendedFromTo.${facts.medium}` : 'care.issuedDocument.attendedOn',
      values,
    ),
    ...(facts.holder ? [translate('care.issuedDocument.accompanied', { name: facts.holder })] : []),
  ]
  return { ...frame(maker, translate('care.issuedDocument.title.attendance')), facts: [], parts: [{ lines }] }
}

function frame(maker: IssuedDocumentContext, title: string): Omit<IssuedDocumentContent, 'parts'> {
  const { config, translate, facts, code, checkUrl } = maker
  const { legal } = config
  return {
    title,
    issuer: [legal.name, legal.taxId, legal.address],
    facts: [
      translate('care.issuedDocument.patient', { name: facts.patient }),
      ...(facts.document ? [facts.document] : []),
      translate('care.issuedDocument.born', { day: calendarDay(maker, facts.dateOfBirth) }),
      translate('care.issuedDocument.consultation', { day: day(maker, facts.day) }),
    ],
    signature: [
      facts.clinician,
      facts.specialty,
      translate('care.issuedDocument.licence', { number: facts.registrationNumber }),
      translate('care.issuedDocument.issuedOn', { day: day(maker, code.issuedAt) }),
    ],
    check: translate('care.issuedDocument.check', { url: checkUrl, partner: config.partnerName }),
    code: formatVerificationCode(code.code),
  }
}

const day = ({ locale, config }: IssuedDocumentContext, at: Date): string => formatDate(at, { ...config, locale })
/** Formats a calendar date in UTC, so that no time zone shifts it. */
const calendarDay = ({ locale, config }: IssuedDocumentContext, date: string): string =>
  formatDate(new Date(date), { ...config, locale, timeZone: 'UTC' })
const clock = ({ locale, config }: IssuedDocumentContext, at: Date): string => formatTime(at, { ...config, locale })
const moment = (maker: IssuedDocumentContext, at: Date): string =>
  `${day(maker, at)}, ${clock(maker, at)} (${clinicZone(maker)})`
/** Names the time zone of the times on the certificate, because it can be read anywhere. */
const clinicZone = ({ translate, config }: IssuedDocumentContext): string =>
  translate('messages.zone', { city: cityOfZone(config.timeZone) })
