import { offeredParts, type Parts, partsAsShown } from '@cuida/core/checkout/card/parts.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { ProviderDown } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import type { OrderRequest } from '../order/order-wish.ts'

/**
 * Nobody pays in parts that their bank does not offer as they were shown: the provider is asked by the card's own token,
 * before anything is locked. What the card may pay in instead comes with the refusal, so that nothing is typed again.
 */
export async function payerTotalOf(
  services: Services,
  { wish, refuse }: Pick<OrderRequest, 'wish' | 'refuse'>,
): Promise<number | undefined> {
  const { installments, shownTotal: amount, shownPartsTotal: total = amount, cardToken, savedCardId } = wish
  // A kept card pays at once (B9.3), and so does what is no card or costs nothing.
  if (installments === 1 || savedCardId || !cardToken || amount === 0) return undefined
  if (amount === undefined || total === undefined) throw new Invalid({ shownTotal: 'REQUIRED' })
  const parts = await partsOf(services, { cardToken, amount })
  const taken = partsAsShown(parts, { installments, total }) ?? refuse('INSTALLMENTS_CHANGED', { extra: { parts } })
  return taken.total > amount ? taken.total : undefined
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
