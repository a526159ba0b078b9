import { Currency } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import { within } from '../../kept-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../../post.ts'
import { ProviderDown } from '../../provider-down.ts'
import type { TheirPayment } from '../port.ts'

const PROVIDER = 'monei'
const PAGE = 100
const QUERY =
  'query ($from: Int, $size: Int) { charges(from: $from, size: $size) { total items { id orderId amount refundedAmount currency status createdAt } } }'

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0))
const Charge = v.object({
  id: v.string(),
  orderId: v.nullish(v.string(), ''),
  amount: Amount,
  refundedAmount: v.nullish(Amount, 0),
  currency: Currency,
  status: v.string(),
  createdAt: v.number(),
})
const Page = v.object({ data: v.object({ charges: v.object({ total: v.number(), items: v.array(Charge) }) }) })

/** Money moved; a dispute or a state of tomorrow would show as a difference, which is what a person should see. */
const PAID = new Set(['SUCCEEDED', 'REFUNDED', 'PARTIALLY_REFUNDED'])

/** MONEI lists charges by its GraphQL API alone, the newest first. */
export async function listMoneiPayments(
  settings: { graphqlUrl: string; apiKeys: readonly [string, ...string[]]; timeoutMs?: number },
  since: Date,
): Promise<TheirPayment[]> {
  const found: TheirPayment[] = []
  for (let from = 0; ; from += PAGE) {
    const { status, body } = await exchange({
      provider: PROVIDER,
      method: 'POST',
      url: settings.graphqlUrl,
      headers: { authorization: settings.apiKeys[0], 'user-agent': 'Cuida/1' },
      json: { query: QUERY, variables: { from, size: PAGE } },
      until: within(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS),
    })
    if (status >= 300) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
    const { items, total } = readAnswer(PROVIDER, Page, body).data.charges
    const page = items.map(paymentOf)
    found.push(...page.filter(({ at }) => at >= since))
    const oldest = page.at(-1)
    if (!oldest || oldest.at < since || from + PAGE >= total) return found
  }
}

const paymentOf = (charge: v.InferOutput<typeof Charge>): TheirPayment => ({
  providerPaymentId: charge.id,
  reference: charge.orderId ?? '',
  paid: PAID.has(charge.status) ? charge.amount : 0,
  refunded: charge.refundedAmount ?? 0,
  currency: charge.currency,
  at: new Date(charge.createdAt * 1000),
})
