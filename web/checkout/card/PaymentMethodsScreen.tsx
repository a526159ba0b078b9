import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import { AddCard } from './AddCard.tsx'
import { cardName, expiryWords, useKeptCards, useRemoveCard } from './kept-cards.ts'

/** The cards that this person keeps. */
export function PaymentMethodsScreen() {
  const cards = useKeptCards(true)
  const [isAdding, setAdding] = useState(false)
  return (
    <Screen title={t('checkout.cards.title')} lead={t('checkout.cards.lead')}>
      <Stack>
        <Loaded of={cards} lines={3} failed={failureWords}>
          {(cards) => <Cards cards={cards} />}
        </Loaded>
        {isAdding ? (
          <AddCard onDone={() => setAdding(false)} />
        ) : (
          cards.data && (
            <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('checkout.cards.add')}
            </Button>
          )
        )}
      </Stack>
    </Screen>
  )
}

function Cards({ cards }: { cards: SavedCard[] }) {
  const [leaving, setLeaving] = useState<SavedCard>()
  if (cards.length === 0) return <EmptyState title={t('checkout.cards.none')} />
  return (
    <>
      <List label={t('checkout.cards.title')}>
        {cards.map((card) => (
          <ListRow
            key={card.id}
            icon="card"
            title={cardName(card)}
            detail={expiryWords(card)}
            aside={
              <Button
                fit
                aria-label={t('checkout.cards.removeOne', { card: cardName(card) })}
                onClick={() => setLeaving(card)}
              >
                {t('checkout.cards.remove')}
              </Button>
            }
          />
        ))}
      </List>
      {leaving && <Removal card={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

/** Asked once: there is no way back but typing the card again. */
function Removal({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const remove = useRemoveCard()
  const form = useDialogForm({
    submit: () => remove.mutateAsync(card),
    done: () => t('checkout.cards.removed'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('checkout.cards.removeTitle', { card: cardName(card) })}
      lead={t('checkout.cards.removeText')}
      before={<Button onClick={form.close}>{t('checkout.cards.keepIt')}</Button>}
      act={t('checkout.cards.removeNow')}
      variant="danger"
    />
  )
}
