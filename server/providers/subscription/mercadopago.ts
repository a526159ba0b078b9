import { randomUUID } from 'node:crypto'
import { toDecimal } from '../payment/decimal.ts'
import { INSTALLMENT_PREFIX } from '../payment/mercadopago/mercadopago-webhook.ts'
import { openWire, type Wire } from '../payment/mercadopago/mercadopago-wire.ts'
import { type Answer, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { ProviderDown } from '../provider-down.ts'
import {
  Invoice,
  Invoices,
  type Mark,
  Preapproval,
  readReference,
  referenceOf,
  SubscriptionPayment,
  toPaymentUpdate,
  toSubscriptionUpdate,
} from './mercadopago-shapes.ts'
import { type NewSubscription, SubscriptionRefused, type Subscriptions, type SubscriptionUpdate } from './port.ts'

export interface MercadoPagoSubscriptionSettings {
  /** `https://api.mercadopago.com` */
  baseUrl: string
  accessToken: string
  now: () => Date
  timeoutMs?: number
}

const PROVIDER = 'mercadopago'
const pathOf = (id: string) => `/preapproval/${encodeURIComponent(id)}`

/** A subscription before a change. */
interface Current {
  found: Preapproval
  update: SubscriptionUpdate
  id: string
  mark: Mark | undefined
}

/**
 * Mercado Pago subscriptions without a plan (docs/decisions/0208). The card is typed in our form, and its token
 * starts a pending subscription or replaces the card.
 */
export function mercadoPagoSubscriptions(settings: MercadoPagoSubscriptionSettings): Subscriptions {
  const open = openWire(settings)
  const { now } = settings
  const toUpdate = async (wire: Wire, found: Preapproval) =>
    toSubscriptionUpdate(found, await findInvoices(wire, found.id), now())

  /** Reads, decides and changes. The provider's refusals of impossible changes are undocumented: ours come first. */
  async function change(providerId: string, decide: (current: Current) => object | undefined) {
    const wire = open()
    const found = await findPreapproval(wire, providerId)
    if (!found) throw new SubscriptionRefused('the subscription does not exist')
    const update = await toUpdate(wire, found)
    if (update.status === 'CANCELED') throw new SubscriptionRefused('the subscription has ended')
    const json = decide({ found, update, ...readReference(found.external_reference) })
    if (!json) return update
    // A new key each time: a repeated pause must not be answered with the result of an earlier one.
    return toUpdate(wire, readBody(await wire.put(pathOf(providerId), randomUUID(), json)))
  }

  return {
    provider: PROVIDER,
    check: checkAt(settings.baseUrl, () => open().get('/authorized_payments/search?payment_id=1')),
    async create(input) {
      const found = readBody(await open().post('/preapproval', input.id, creationOf(input)))
      // Without its trial the subscription would be charged within the hour: it never gets a card then.
      if (input.trialDays > 0 && found.auto_recurring.free_trial?.frequency !== input.trialDays)
        throw new ProviderDown(PROVIDER, 'the free trial was not accepted')
      return toSubscriptionUpdate(found, [], now())
    },
    giveCard: (providerId, cardToken) =>
      change(providerId, ({ found }) => ({
        card_token_id: cardToken,
        ...(found.status === 'pending' ? { status: 'authorized' } : {}),
      })),
    async find(providerId) {
      const wire = open()
      const found = await findPreapproval(wire, providerId)
      return found && toUpdate(wire, found)
    },
    async findPayment(paymentId) {
      if (!/^\d+$/.test(paymentId)) return undefined
      const wire = open()
      const { status, body } = await wire.get(`/v1/payments/${encodeURIComponent(paymentId)}`)
      if (status === 404) return undefined
      const payment = readAnswer(PROVIDER, SubscriptionPayment, body)
      const query = new URLSearchParams({ payment_id: payment.id })
      return toPaymentUpdate(payment, (await searchInvoices(wire, query))[0])
    },
    async findNoted(notedId) {
      const invoice = await findNotedInvoice(open(), notedId)
      return invoice && { providerId: invoice.preapproval_id, paymentId: invoice.payment?.id ?? undefined }
    },
    endWithPeriod: (providerId) => change(providerId, (current) => endingOf(current, now())),
    keep: (providerId) =>
      change(providerId, ({ id, mark, update }) => {
        if (update.mustEnd) throw new SubscriptionRefused('the period is over')
        if (!mark?.ends) return undefined
        return mark.isPaused
          ? { external_reference: referenceOf(id, { ...mark, ends: false }) }
          : { status: 'authorized', external_reference: id }
      }),
    endNow: (providerId) => change(providerId, () => ({ status: 'cancelled' })),
    pause: (providerId) =>
      change(providerId, ({ found, id, update }) => {
        const { status, endsAtPeriodEnd } = update
        if (!['ACTIVE', 'TRIALING'].includes(status) || endsAtPeriodEnd)
          throw new SubscriptionRefused('the subscription cannot be paused')
        const mark = { isPaused: true, ends: false, until: paidUntil({ found, update }) ?? now() }
        return { status: 'paused', external_reference: referenceOf(id, mark) }
      }),
    resume: (providerId) =>
      change(providerId, ({ id, mark, update }) => {
        if (update.status !== 'PAUSED' || update.mustEnd)
          throw new SubscriptionRefused('the subscription cannot be resumed')
        return mark?.ends
          ? { external_reference: referenceOf(id, { ...mark, isPaused: false }) }
          : { status: 'authorized', external_reference: id }
      }),
    setAmount: (providerId, amount) =>
      change(providerId, ({ update: { currency } }) => ({
        auto_recurring: { transaction_amount: toDecimal(amount), currency_id: currency },
      })),
  }
}

/** While a charge is in process, its month counts as paid. */
const paidUntil = ({ found, update }: Pick<Current, 'found' | 'update'>): Date | undefined =>
  update.status === 'PAST_DUE' ? undefined : (found.next_payment_date ?? undefined)

/** What ends a subscription with its period: a pause until then, or a cancellation when nothing is paid any more. */
function endingOf({ found, id, mark, update }: Current, now: Date): object | undefined {
  if (mark?.ends) return undefined
  const until = mark?.until ?? paidUntil({ found, update })
  if (found.status === 'pending') throw new SubscriptionRefused('the subscription has no period that could end')
  // A first charge in process may still succeed, and then its month is paid.
  const isUncharged = update.status === 'PENDING' && update.lastPayment?.status !== 'PENDING'
  if (isUncharged || !until || until <= now) return { status: 'cancelled' }
  const isPaused = update.status === 'PAUSED'
  return { status: 'paused', external_reference: referenceOf(id, { isPaused, ends: true, until }) }
}

function readBody({ status, body }: Answer): Preapproval {
  if (status >= 300) throw new SubscriptionRefused(`HTTP ${status}`)
  return readAnswer(PROVIDER, Preapproval, body)
}

async function findPreapproval(wire: Wire, providerId: string): Promise<Preapproval | undefined> {
  const { status, body } = await wire.get(pathOf(providerId))
  return status === 404 ? undefined : readAnswer(PROVIDER, Preapproval, body)
}

const findInvoices = (wire: Wire, preapprovalId: string): Promise<Invoice[]> =>
  // One a month: a hundred are eight years.
  searchInvoices(wire, new URLSearchParams({ preapproval_id: preapprovalId, limit: '100' }))

async function searchInvoices(wire: Wire, query: URLSearchParams): Promise<Invoice[]> {
  const { status, body } = await wire.get(`/authorized_payments/search?${query}`)
  return status === 404 ? [] : readAnswer(PROVIDER, Invoices, body).results
}

/** A webhook names an installment, or a payment, which may be none of a subscription. */
async function findNotedInvoice(wire: Wire, notedId: string): Promise<Invoice | undefined> {
  if (/^\d+$/.test(notedId)) return (await searchInvoices(wire, new URLSearchParams({ payment_id: notedId })))[0]
  if (!notedId.startsWith(INSTALLMENT_PREFIX)) return undefined
  const id = notedId.slice(INSTALLMENT_PREFIX.length)
  const { status, body } = await wire.get(`/authorized_payments/${encodeURIComponent(id)}`)
  return status === 404 ? undefined : readAnswer(PROVIDER, Invoice, body)
}

const creationOf = (input: NewSubscription) => ({
  reason: input.description,
  external_reference: input.id,
  payer_email: input.customer.email,
  back_url: input.returnUrl,
  // Undocumented for subscriptions. The address in the provider's panel is the documented one.
  notification_url: input.callbackUrl,
  status: 'pending',
  auto_recurring: {
    frequency: 1,
    frequency_type: 'months',
    transaction_amount: toDecimal(input.amount),
    currency_id: input.currency,
    ...(input.trialDays > 0 ? { free_trial: { frequency: input.trialDays, frequency_type: 'days' } } : {}),
  },
})
