import type { Price } from '@cuida/core/checkout/order/api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { type Payment, submitPayment } from '../payment/use-payment.ts'
import { CardChoice } from './CardChoice.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardParts } from './CardParts.tsx'
import { cardName } from './kept-cards.ts'

/** Which card pays, and what it needs for it: all of a new one, at most the code of one that is kept. */
export function CardForm({ payment, price }: { payment: Payment; price: Price }) {
  const { kept, card, isLoading } = payment
  const [wasNew, setWasNew] = useState(false)
  if (!isLoading && !kept && !wasNew) setWasNew(true)
  if (isLoading) return <Skeleton lines={5} />
  if (card) return <ReadyCard payment={payment} price={price} />
  return (
    <Stack>
      <CardChoice payment={payment} />
      {kept && <KeptCard payment={payment} />}
      {/* Hidden, not gone: what was typed is still there for who comes back to it. */}
      {wasNew && (
        <div hidden={kept !== undefined}>
          <NewCard payment={payment} price={price} />
        </div>
      )}
    </Stack>
  )
}

function KeptCard({ payment: { kept, frame } }: { payment: Payment }) {
  if (!kept?.cardId) return <p>{t('checkout.cards.noCode')}</p>
  const { cardId, cardType } = kept
  return (
    <CardFrame key={kept.id} ref={frame} form={{ kind: 'securityCode', cardId, cardType }} onEnter={submitPayment} />
  )
}

/** Its fields are in a frame; below them is what concerns the order and not the card. */
function NewCard({ payment, price }: { payment: Payment; price: Price }) {
  const { paymentProvider } = usePartner()
  const { field } = payment.form
  const isChosen = payment.kept === undefined
  return (
    <Stack>
      <CardFrame
        ref={isChosen ? payment.frame : null}
        form={{ kind: 'newCard', document: payment.document, amount: price.total }}
        onEnter={submitPayment}
        onParts={payment.offered}
      />
      <CardParts payment={payment} price={price} />
      <CheckboxRow
        {...field('saveCard')}
        label={t('checkout.cards.keep')}
        detail={t(`checkout.cards.keep.${paymentProvider}`)}
        optional
      />
      <p>{t(`checkout.card.safe.${paymentProvider}`)}</p>
    </Stack>
  )
}

/** The provider has made its token already: it need not be typed again. */
function ReadyCard({ payment, price }: { payment: Payment; price: Price }) {
  const { card, kept, useOtherCard } = payment
  const name = kept ? cardName(kept) : card?.maskedCardNumber
  return (
    <Stack>
      <List>
        <ListRow icon="card" title={name} detail={t('checkout.card.ready')} />
      </List>
      {!kept && <CardParts payment={payment} price={price} />}
      <Button variant="quiet" onClick={useOtherCard}>
        {t('checkout.card.other')}
      </Button>
    </Stack>
  )
}
