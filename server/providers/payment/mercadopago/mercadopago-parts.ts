import type { Parts } from '@cuida/core/checkout/card/parts.ts'
import * as v from 'valibot'
import { readAnswer } from '../../post.ts'
import { Decimal } from './mercadopago-fact.ts'
import { beginningOf, offersPath } from './mercadopago-method.ts'
import type { Wire } from './mercadopago-wire.ts'

const Offers = v.array(v.object({ payer_costs: v.nullish(v.array(v.unknown()), []) }))
/** One of `payer_costs` (product 12.4). What it says in words (`recommended_message`) is the provider's, in one language. */
const Cost = v.pipe(
  v.object({ installments: v.number(), installment_amount: Decimal, total_amount: Decimal }),
  v.transform(
    ({ installments, installment_amount: each, total_amount: total }): Parts => ({ installments, each, total }),
  ),
)

/** In which parts so much may be paid, at each bank that the card of a token may be of; at none where nobody tells whose it is. */
export async function partsOfCard(wire: Wire, card: { cardToken: string; amount: number }): Promise<Parts[][]> {
  const { cardToken, amount } = card
  const bin = await beginningOf(wire, cardToken)
  const { status, body } = bin ? await wire.get(offersPath(bin, amount)) : { status: 404, body: null }
  return status >= 300 ? [] : readAnswer('mercadopago', Offers, body).map(partsIn)
}

/** A line that we cannot read is not offered; the others are. */
const partsIn = ({ payer_costs: costs }: v.InferOutput<typeof Offers>[number]): Parts[] =>
  (costs ?? []).flatMap((cost) => {
    const { success, output } = v.safeParse(Cost, cost)
    return success ? [output] : []
  })
