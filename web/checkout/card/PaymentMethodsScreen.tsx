import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useRef, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { checkoutAdvice, checkoutFailureMessage } from '../order/checkout-failure.ts'
import { CardFrame, type CardFrameHandle } from './CardFrame.tsx'
import { payerOf } from './payer.ts'
import { cardName, expiryMessage, useRemoveCard, useSaveCard, useSavedCards } from './saved-cards.ts'

/** B8.5: failures without a text of their own are shown as a card that could not be saved. */
const cardMessage = (failure: unknown): string =>
  failure instanceof CallFailed && failure.code !== 'UNEXPECTED'
    ? checkoutFailureMessage(failure)
    : t('checkout.error.CARD_NOT_SAVED')

/** The patient's saved cards. */
export function PaymentMethodsScreen() {
  const cards = useSavedCards(true)
  const [isAdding, setAdding] = useState(false)
  return (
    <Screen title={t('checkout.cards.title')} lead={t('checkout.cards.lead')}>
      <Stack>
        <QueryBoundary query={cards} lines={3} errorTitle={failureMessage}>
          {(cards) => <Cards cards={cards} />}
        </QueryBoundary>
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
            detail={expiryMessage(card)}
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

/** Confirms the removal: it can only be undone by typing the card again. */
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

/** Saves a card without a payment. */
function AddCard({ onDone }: { onDone: () => void }) {
  const { paymentProvider } = usePartner()
  const { profile } = useSession()
  const frame = useRef<CardFrameHandle>(null)
  const element = useRef<HTMLFormElement>(null)
  const save = useSaveCard()
  const form = useForm({ initial: {}, check: () => ({}), submit: saveCard, message: () => '' })

  async function saveCard(): Promise<void> {
    if (!frame.current) throw new CallFailed(0, '', { code: 'CARD_FORM_MISSING' })
    const card = await frame.current.tokenise()
    // The frame shows which field is invalid.
    if (!card) return
    await save.mutateAsync(card)
    showToast(t('checkout.cards.added'))
    onDone()
  }
  return (
    <Section title={t('checkout.cards.addTitle')}>
      <form {...form.props} ref={element}>
        <Stack>
          <CardFrame
            ref={frame}
            form={{ kind: 'newCard', ...payerOf(profile) }}
            onEnter={() => element.current?.requestSubmit()}
          />
          <p>{t(`checkout.cards.verify.${paymentProvider}`)}</p>
          {form.failure !== undefined && (
            <Alert tone="danger" title={cardMessage(form.failure)} failure={form.failure}>
              {checkoutAdvice(form.failure)}
            </Alert>
          )}
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('checkout.cards.save')}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            {t('checkout.cards.cancel')}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
