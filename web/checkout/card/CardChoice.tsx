import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { Payment } from '../payment/use-payment.ts'
import { cardName, expiryWords } from './kept-cards.ts'

const NEW = 'new'

/** Which card pays: one that is kept, or another. Who keeps none is not asked. */
export function CardChoice({ payment: { cards, kept, choose } }: { payment: Payment }) {
  if (cards.length === 0) return null
  const options = cards.map((card) => ({ value: card.id, label: cardName(card), detail: expiryWords(card) }))
  return (
    <RadioGroup
      label={t('checkout.cards.choose')}
      name="card"
      value={kept?.id ?? NEW}
      onChange={(id) => choose(cards.find((card) => card.id === id))}
      options={[...options, { value: NEW, label: t('checkout.cards.new') }]}
    />
  )
}
