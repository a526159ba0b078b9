import { offeredParts, type Parts, partsAsShown } from '@cuida/core/checkout/card/parts.ts'
import { ProviderDown } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import type { OrderRequest, TakenParts } from '../order/order-wish.ts'

/**
 * Nobody pays in parts that their bank does not offer as they were shown: the provider is asked by the card's own token,
 * before anything is locked. What the card may pay in instead comes with the refusal, so that nothing is typed again.
 * The payload of the specification has no totals: `findPrice` prices the cart then, and the bank's offer is taken.
 */
export async function takeParts(
  services: Services,
  { wish, refuse }: Pick<OrderRequest, 'wish' | 'refuse'>,
  findPrice: () => Promise<number | undefined>,
): Promise<TakenParts | undefined> {
  const { installments, shownTotal, shownPartsTotal: total = shownTotal, cardToken, savedCardId } = wish
  // A kept card pays at once (B9.3), and so does what is no card or costs nothing.
  if (installments === 1 || savedCardId || !cardToken) return undefined
  const price = shownTotal ?? (await findPrice())
  if (!price) return undefined
  const parts = await partsOf(services, { cardToken, amount: price })
  const taken = partsAsShown(parts, { installments, total }) ?? refuse('INSTALLMENTS_CHANGED', { extra: { parts } })
  return { price, payerTotal: taken.total }
}

/** A provider that knows no parts, or does not answer now, still takes it all at once. */
async function partsOf({ providers }: Services, card: { cardToken: string; amount: number }): Promise<Parts[]> {
  try {
    return offeredParts((await providers.payments.parts?.(card)) ?? [], card.amount)
  } catch (error) {
    if (error instanceof ProviderDown) return offeredParts([], card.amount)
    throw error
  }
}
