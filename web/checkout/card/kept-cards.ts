import { expiryProblem } from '@cuida/core/checkout/card/card.ts'
import { listCards, removeCard, type SavedCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import type { TokenisedCard } from './frame/protocol.ts'

export const CARDS = ['cards'] as const

/** The cards that this person keeps at the payment provider. */
export function useKeptCards(isSignedIn: boolean) {
  return useQuery({ queryKey: CARDS, queryFn: () => api(listCards), enabled: isSignedIn, select: ({ items }) => items })
}

export function useRemoveCard() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: SavedCard) => api(removeCard, { id }),
    // Gone or not there any more: either way the list is old.
    onSettled: () => queries.invalidateQueries({ queryKey: CARDS }),
  })
}

export function useSaveCard() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ cardToken, sessionId, cardholderName }: TokenisedCard) =>
      api(saveCard, { cardToken, sessionId, ...(cardholderName ? { cardholderName } : {}) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: CARDS }),
  })
}

export const isExpired = ({ expiryMonth, expiryYear }: SavedCard, now = new Date()): boolean =>
  expiryProblem(String(expiryMonth), String(expiryYear), now) === 'EXPIRED'

/** "Visa •••• 4242" */
export const cardName = ({ cardType, maskedCardNumber }: SavedCard): string =>
  `${t(`checkout.card.brand.${cardType}`)} ${maskedCardNumber}`

/** "Caduca 04/31", as printed on the card. */
export function expiryWords(card: SavedCard): string {
  const date = `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear).slice(2)}`
  return t(isExpired(card) ? 'checkout.cards.expired' : 'checkout.cards.expires', { date })
}
