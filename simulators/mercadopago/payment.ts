import { type Fields, fieldsOf, isWebUrl, textOf } from '../kit/fields.ts'
import { CHALLENGE_UNSUPPORTED, isChallengeAllowed, isThreeDSecureMode, newChallenge } from './challenge.ts'
import { CHALLENGE_PENDING } from './creq.ts'
import { installmentsOf } from './installments.ts'
import { NO_INSTALLMENTS, type Outcome } from './outcomes.ts'
import { newPix, pixProblems, WAITING_FOR_TRANSFER } from './pix.ts'
import { type CardToken, type Cause, issuerOf, MercadoPagoError, methodOf, type Payment, toCents } from './wire.ts'

/** Problems of a payment request, independent of the payment method. */
function common(sent: Fields): Cause[] {
  const found: Cause[] = []
  const wrong = (code: number, description: string) => found.push({ code, description })
  const { notification_url: url } = sent
  if (!((toCents(sent.transaction_amount) ?? 0) > 0)) wrong(2072, 'Invalid value for transaction_amount')
  if (!textOf(fieldsOf(sent.payer).email)) wrong(1, 'payer.email is required')
  if (url !== undefined && !isWebUrl(url)) wrong(1, 'notification_url must be a URL')
  return found
}

/** All problems of a payment request, with the documented codes (product 12.4). */
function problems(sent: Fields, token: CardToken | undefined, now: Date): Cause[] {
  const found: Cause[] = []
  const wrong = (code: number, description: string) => found.push({ code, description })
  const { installments, payment_method_id: method, issuer_id: issuer } = sent
  if (method === 'pix') return [...common(sent), ...pixProblems(sent, now)]
  found.push(...common(sent))
  if (installments !== undefined && !(Number.isInteger(installments) && Number(installments) >= 1))
    wrong(1, 'installments must be a positive integer')
  if (!isThreeDSecureMode(sent)) wrong(1, 'three_d_secure_mode is not valid')
  // A challenge excludes an immediate answer and a mere authorisation.
  else if (isChallengeAllowed(sent) && (sent.binary_mode === true || sent.capture === false))
    wrong(1, 'three_d_secure_mode needs binary_mode false and capture true')
  if (!textOf(sent.token)) wrong(2131, 'Cannot infer Payment Method')
  else if (!token) wrong(2006, 'Card Token not found')
  else if (token.usedBy !== undefined) wrong(3003, 'Invalid card_token_id')
  else if (method !== methodOf(token.card)) wrong(2131, 'Cannot infer Payment Method')
  // The issuer is optional, but must be the card's own.
  else if (issuer !== undefined && String(issuer) !== issuerOf(token.card)) wrong(3001, 'Invalid card_issuer_id')
  return found
}

type Begun = Pick<Payment, 'statusDetail' | 'challenge'> & { status: Payment['status'] }

function beginningOf(token: CardToken, sent: Fields, isInInstallments: boolean, now: Date): Begun {
  const ended = (outcome: Outcome): Begun => ({ ...outcome, challenge: null })
  if (!isInInstallments) return ended(NO_INSTALLMENTS)
  if (!token.challenge || token.outcome.status !== 'approved') return ended(token.outcome)
  return isChallengeAllowed(sent)
    ? { ...CHALLENGE_PENDING, challenge: newChallenge(token, now) }
    : ended(CHALLENGE_UNSUPPORTED)
}

/** Throws with all problems at once. A declined card is no error: the payment exists and is `rejected`. */
export function newPayment(id: number, sent: Fields, token: CardToken | undefined, now: Date): Payment {
  const causes = problems(sent, token, now)
  if (causes.length > 0) throw new MercadoPagoError(400, causes[0]?.description ?? 'params error', causes)
  const at = now.toISOString()
  const installments = Number(sent.installments ?? 1)
  const amount = toCents(sent.transaction_amount) ?? 0
  const installmentOption =
    token && installmentsOf(token.card.brand, amount).find((each) => each.installments === installments)
  const initialState: Begun = token
    ? beginningOf(token, sent, installmentOption !== undefined, now)
    : { ...WAITING_FOR_TRANSFER, challenge: null }
  const { status } = initialState
  return {
    id,
    ...initialState,
    refunded: 0,
    amount,
    installments,
    ...(installmentOption ? { payerTotal: installmentOption.total, each: installmentOption.each } : {}),
    description: textOf(sent.description) ?? null,
    externalReference: textOf(sent.external_reference) ?? null,
    notificationUrl: textOf(sent.notification_url) ?? null,
    statementDescriptor: textOf(sent.statement_descriptor) ?? null,
    payer: fieldsOf(sent.payer),
    metadata: fieldsOf(sent.metadata),
    card: token?.card ?? null,
    holder: token?.holder ?? null,
    pix: token ? null : newPix(id, sent, now),
    createdAt: at,
    updatedAt: at,
    approvedAt: status === 'approved' ? at : null,
  }
}

/** A partial refund leaves the payment approved, with another detail (product 12.4). */
export function applyRefund(payment: Payment, sent: Fields, now: Date): Payment {
  const refuse = (status: number, code: number, description: string) =>
    new MercadoPagoError(status, description, [{ code, description }])
  if (payment.status !== 'approved') throw refuse(400, 2063, 'The action requested is not valid for the current state')
  const refundable = payment.amount - payment.refunded
  const amount = sent.amount === undefined ? refundable : toCents(sent.amount)
  if (amount === undefined) throw refuse(401, 4041, 'amount must be numeric')
  if (amount <= 0) throw refuse(401, 4040, 'amount must be positive')
  if (amount > refundable) throw refuse(400, 2063, 'The action requested is not valid for the current state')
  const total = payment.refunded + amount
  const whole = total === payment.amount
  return {
    ...payment,
    status: whole ? 'refunded' : 'approved',
    statusDetail: whole ? 'refunded' : 'partially_refunded',
    refunded: total,
    // A charge of a subscription whose clock was advanced lies in the future.
    updatedAt: new Date(Math.max(now.getTime(), Date.parse(payment.updatedAt))).toISOString(),
  }
}
