import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { type Cause, MercadoPagoError, type Payment, type Pix, toCents } from './wire.ts'

/** The initial status of a Pix (product 12.4). */
export const WAITING_FOR_TRANSFER = { status: 'pending', statusDetail: 'pending_waiting_transfer' } as const

const MINUTE = 60_000
const MIN_MS = 30 * MINUTE
const MAX_MS = 30 * 24 * 60 * MINUTE
/** The provider's default expiry, in milliseconds. */
const USUAL_MS = 24 * 60 * MINUTE

/** **Simulator-only**: the payer's first name makes a code fail, as the name on a card does. */
export const PIX_NAMES = { SEMPIX: 'this account receives no Pix (13253)', QRRUIM: 'the code is broken' } as const
const nameOf = (sent: Fields): string => (textOf(fieldsOf(sent.payer).first_name) ?? '').trim().toUpperCase()

/** Problems of a Pix request, with the documented codes; 13253 is undocumented. */
export function pixProblems(sent: Fields, now: Date): Cause[] {
  const found: Cause[] = []
  const { type, number } = fieldsOf(fieldsOf(sent.payer).identification)
  if (type !== 'CPF' || !/^\d{11}$/.test(textOf(number) ?? ''))
    found.push({ code: 2067, description: 'Invalid user identification number' })
  const durationMs = endOf(sent, now) - now.getTime()
  if (!(durationMs >= MIN_MS && durationMs <= MAX_MS))
    found.push({ code: 23, description: 'date_of_expiration must be between 30 minutes and 30 days from now' })
  if (nameOf(sent) === 'SEMPIX')
    found.push({ code: 13253, description: 'Collector user without key enabled for QR rendering' })
  return found
}

const endOf = ({ date_of_expiration: end }: Fields, now: Date): number =>
  end === undefined ? now.getTime() + USUAL_MS : withOffset(textOf(end)) ? Date.parse(textOf(end) ?? '') : Number.NaN

const withOffset = (text: string | undefined): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/.test(text ?? '')

export function newPix(id: number, sent: Fields, now: Date): Pix {
  const code = brCode(id, toCents(sent.transaction_amount) ?? 0)
  return {
    code: nameOf(sent) === 'QRRUIM' ? `${code.slice(0, -1)}X` : code,
    expiresAt: new Date(endOf(sent, now)).toISOString(),
  }
}

/** The status of a Pix at this moment: expiry is computed on reading. */
export const withExpiry = (payment: Payment, now: Date): Payment =>
  payment.pix && payment.status === 'pending' && Date.parse(payment.pix.expiresAt) <= now.getTime()
    ? { ...payment, status: 'cancelled', statusDetail: 'expired', updatedAt: payment.pix.expiresAt }
    : payment

/**
 * Actions of a bank, the clock or the merchant on a Pix or on a card payment under review (`in_process`). `payLate`
 * pays a dead payment.
 */
export const pixActions = ['pay', 'payLate', 'expire', 'fail'] as const
export type PixAction = (typeof pixActions)[number]

export function applyPixAction(payment: Payment, act: PixAction, now: Date): Payment {
  const at = now.toISOString()
  const waits = payment.status === (payment.pix ? 'pending' : 'in_process')
  if (!waits && !(act === 'payLate' && payment.status === 'cancelled')) throw notNow()
  switch (act) {
    case 'pay':
    case 'payLate':
      return { ...payment, status: 'approved', statusDetail: 'accredited', approvedAt: at, updatedAt: at }
    case 'expire':
      return { ...payment, status: 'cancelled', statusDetail: 'expired', updatedAt: at }
    case 'fail':
      return { ...payment, status: 'rejected', statusDetail: 'bank_error', updatedAt: at }
  }
}

/** The merchant cancels a pending payment; other statuses are refused (product 12.4). */
export function applyCancellation(payment: Payment, now: Date): Payment {
  if (payment.status !== 'pending' && payment.status !== 'in_process') throw notNow()
  return { ...payment, status: 'cancelled', statusDetail: 'by_collector', updatedAt: now.toISOString() }
}

const notNow = () => {
  const description = 'The action requested is not valid for the current payment state'
  return new MercadoPagoError(400, description, [{ code: 3005, description }])
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/** A code that Brazilian banks can parse (EMV merchant QR): dynamic URL, amount, checksum. It pays nobody. */
function brCode(id: number, cents: number): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', `pix.example/qr/v2/${id}`)
  const body = [
    ...[field('00', '01'), field('01', '12'), field('26', account), field('52', '0000'), field('53', '986')],
    ...[field('54', (cents / 100).toFixed(2)), field('58', 'BR'), field('59', 'CUIDA'), field('60', 'SAO PAULO')],
    ...[field('62', field('05', `CUIDA${id}`)), '6304'],
  ].join('')
  return body + crc16(body)
}

function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
