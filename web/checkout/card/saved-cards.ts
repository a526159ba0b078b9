import { expiryProblem } from '@cuida/core/checkout/card/card.ts'
import { listCards, removeCard, type SavedCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import type { TokenisedCard } from './frame/protocol.ts'

/** The patient's saved cards at the payment provider. */
export const useSavedCards = (isSignedIn: boolean) =>
  useQuery(listCards, {}, { enabled: isSignedIn, select: ({ items }) => items })

/** Whether removed now or already gone, the list is stale. */
export const useRemoveCard = () => useMutation(({ id }: SavedCard) => api(removeCard, { id }), { stale: [listCards] })

export const useSaveCard = () =>
  useMutation(
    ({ cardToken, sessionId, cardholderName }: TokenisedCard) =>
      api(saveCard, { cardToken, sessionId, ...(cardholderName ? { cardholderName } : {}) }),
    { staleWhenDone: [listCards] },
  )

export const isExpired = ({ expiryMonth, expiryYear }: SavedCard, now = serverDate()): boolean =>
  expiryProblem(String(expiryMonth), String(expiryYear), now) === 'EXPIRED'

/** "Visa •••• 4242" */
export const cardName = ({ cardType, maskedCardNumber }: SavedCard): string =>
  `${t(`checkout.card.brand.${cardType}`)} ${maskedCardNumber}`

/** "Caduca 04/31", as printed on the card. */
export function expiryMessage(card: SavedCard): string {
  const date = `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear).slice(2)}`
  return t(isExpired(card) ? 'checkout.cards.expired' : 'checkout.cards.expires', { date })
}
