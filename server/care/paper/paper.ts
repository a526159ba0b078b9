import type { Config } from '@cuida/core/brand/config.ts'
import type { Note } from '@cuida/core/care/consultation.ts'
import { printedCode } from '@cuida/core/care/paper/paper.ts'
import { itemLine, itemQuantity } from '@cuida/core/care/prescription/item-line.ts'
import { cityOfZone } from '@cuida/core/kit/zone.ts'
import { formatDate, formatTime } from '../../kit/i18n/format-moment.ts'
import type { Translate } from '../../kit/i18n/translator.ts'
import type { PrintedLetter } from '../next-step/letter-store.ts'
import type { IssuedPrescription, PaperFacts } from './paper-store.ts'

/** The content of a certificate, before layout. */
export interface Paper {
  title: string
  issuer: string[]
  facts: string[]
  parts: { heading?: string; lines: string[] }[]
  /** Names the author and explains how the recipient verifies the code. */
  signature: string[]
  check: string
  code: string
}

export interface Maker {
  config: Pick<Config, 'partnerName' | 'legal' | 'timeZone' | 'dateFormats'>
  locale: string
  translate: Translate
  facts: PaperFacts
  code: { code: string; issuedAt: Date }
  /** The page that verifies codes. */
  checkUrl: string
}

export function notesPaper(maker: Maker, notes: readonly Note[]): Paper {
  const { translate } = maker
  const parts = notes.map(({ text, author, signedAt, reason }) => ({
    heading: reason ? translate('care.paper.amended', { reason }) : translate('care.paper.notes'),
    lines: [
      ...text.split('\n'),
      translate('care.paper.noteSigned', { author, when: moment(maker, new Date(signedAt)) }),
    ],
  }))
  return { ...frame(maker, translate('care.paper.title.notes')), parts }
}

export function prescriptionPaper(maker: Maker, { items, signedAt, validUntil }: IssuedPrescription): Paper {
  const { translate } = maker
  const parts = items.map((item, index) => {
    const quantity = itemQuantity(item, translate)
    return {
      heading: `${index + 1}. ${item.medicine}`,
      lines: [
        itemLine(item, translate),
        quantity && translate('care.paper.quantity', { quantity }),
        item.instructions,
      ].filter(Boolean),
    }
  })
  const { facts, ...rest } = frame(maker, translate('care.paper.title.prescription'))
  const dates = [
    translate('care.paper.signedOn', { day: day(maker, signedAt) }),
    translate('care.prescription.until', { day: calendarDay(maker, validUntil) }),
  ]
  return { ...rest, facts: [...facts, ...dates], parts }
}

/** A referral or a medical certificate, in its author's own text. */
export function letterPaper(maker: Maker, { kind, recipient, text, signedAt }: PrintedLetter): Paper {
  const { translate } = maker
  const { facts, ...rest } = frame(maker, translate(`care.paper.title.${kind}`))
  const dates = [translate('care.paper.signedOn', { day: day(maker, signedAt) })]
  const heading = recipient === null ? {} : { heading: translate('care.paper.to', { recipient }) }
  return { ...rest, facts: [...facts, ...dates], parts: [{ ...heading, lines: text.split('\n') }] }
}

/** Certificate of attendance for an employer or a school: who was here, when and with whom, but never why. */
export function attendancePaper(maker: Maker): Paper {
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
    translate(facts.document ? 'care.paper.attended' : 'care.paper.attendedUndocumented', values),
    translate(facts.from && facts.to ? `care.paper.attendedFromTo.${facts.medium}` : 'care.paper.attendedOn', values),
    ...(facts.holder ? [translate('care.paper.accompanied', { name: facts.holder })] : []),
  ]
  return { ...frame(maker, translate('care.paper.title.attendance')), facts: [], parts: [{ lines }] }
}

function frame(maker: Maker, title: string): Omit<Paper, 'parts'> {
  const { config, translate, facts, code, checkUrl } = maker
  const { legal } = config
  return {
    title,
    issuer: [legal.name, legal.taxId, legal.address],
    facts: [
      translate('care.paper.patient', { name: facts.patient }),
      ...(facts.document ? [facts.document] : []),
      translate('care.paper.born', { day: calendarDay(maker, facts.dateOfBirth) }),
      translate('care.paper.consultation', { day: day(maker, facts.day) }),
    ],
    signature: [
      facts.clinician,
      facts.specialty,
      translate('care.paper.licence', { number: facts.registrationNumber }),
      translate('care.paper.issuedOn', { day: day(maker, code.issuedAt) }),
    ],
    check: translate('care.paper.check', { url: checkUrl, partner: config.partnerName }),
    code: printedCode(code.code),
  }
}

const day = ({ locale, config }: Maker, at: Date): string => formatDate(at, { ...config, locale })
/** Formats a calendar date in UTC, so that no time zone shifts it. */
const calendarDay = ({ locale, config }: Maker, date: string): string =>
  formatDate(new Date(date), { ...config, locale, timeZone: 'UTC' })
const clock = ({ locale, config }: Maker, at: Date): string => formatTime(at, { ...config, locale })
const moment = (maker: Maker, at: Date): string => `${day(maker, at)}, ${clock(maker, at)} (${clinicZone(maker)})`
/** Names the time zone of the times on the certificate, because it can be read anywhere. */
const clinicZone = ({ translate, config }: Maker): string =>
  translate('messages.zone', { city: cityOfZone(config.timeZone) })
