import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
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
  async function go(): Promise<void> {
    await remove.mutateAsync(card)
    showToast(t('checkout.cards.removed'))
    onClose()
  }
  return (
    <Dialog
      open
      title={t('checkout.cards.removeTitle', { card: cardName(card) })}
      onClose={remove.isPending ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('checkout.cards.keepIt')}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => void go().catch(() => {})}>
            {t('checkout.cards.removeNow')}
          </Button>
        </>
      }
    >
      <p>{t('checkout.cards.removeText')}</p>
      {remove.isError && <Alert tone="danger" title={remove.words} failure={remove.error} />}
    </Dialog>
  )
}
