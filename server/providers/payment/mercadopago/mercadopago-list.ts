import * as v from 'valibot'
import { within } from '../../kept-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../../post.ts'
import { ProviderDown } from '../../provider-down.ts'
import type { TheirPayment } from '../port.ts'
import { standingOf } from './mercadopago-dispute.ts'
import { MercadoPagoPayment, mercadoPagoFact } from './mercadopago-fact.ts'

const PROVIDER = 'mercadopago'
const PAGE = 50

const Found = v.object({
  paging: v.object({ total: v.number() }),
  results: v.array(v.object({ ...MercadoPagoPayment.entries, date_created: v.pipe(v.string(), v.isoTimestamp()) })),
})
type Found = v.InferOutput<typeof Found>

/** Mercado Pago's search of payments, the oldest first, so that new ones do not push others over a page's edge. */
export async function listMercadoPagoPayments(
  settings: { baseUrl: string; accessToken: string; timeoutMs?: number },
  since: Date,
): Promise<TheirPayment[]> {
  const found: TheirPayment[] = []
  for (let offset = 0; ; offset += PAGE) {
    const range = { range: 'date_created', begin_date: since.toISOString(), end_date: 'NOW' }
    const page = { sort: 'date_created', criteria: 'asc', limit: String(PAGE), offset: String(offset) }
    const { status, body } = await exchange({
      provider: PROVIDER,
      method: 'GET',
      url: `${settings.baseUrl}/v1/payments/search?${new URLSearchParams({ ...range, ...page })}`,
      headers: { authorization: `Bearer ${settings.accessToken}` },
      until: within(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS),
    })
    if (status >= 300) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
    const { paging, results } = readAnswer(PROVIDER, Found, body)
    found.push(...results.map(paymentOf))
    if (results.length === 0 || offset + PAGE >= paging.total) return found
  }
}

function paymentOf(payment: Found['results'][number]): TheirPayment {
  const { state } = mercadoPagoFact(payment)
  return {
    providerPaymentId: payment.id,
    reference: payment.external_reference ?? '',
    paid: state === 'succeeded' || state === 'refunded' ? payment.transaction_amount : 0,
    refunded: payment.transaction_amount_refunded ?? 0,
    currency: payment.currency_id,
    at: new Date(payment.date_created),
    dispute: standingOf(payment),
  }
}
