import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { type Payment, submitPayment } from '../payment/use-payment.ts'
import { CardFrame } from './CardFrame.tsx'
import { type InstallmentChoice, offerFor } from './installment-choice.ts'
import { cardName, expiryMessage } from './saved-cards.ts'

/** The choice of a card and its fields: all fields for a new card, at most the security code for a saved one. */
export function CardForm({ payment, price }: { payment: Payment; price: Price }) {
  const { savedCard, card, isLoading } = payment
  const [wasNew, setWasNew] = useState(false)
  if (!isLoading && !savedCard && !wasNew) setWasNew(true)
  if (isLoading) return <Skeleton lines={5} />
  if (card) return <ReadyCard payment={payment} price={price} />
  return (
    <Stack>
      <CardChoice payment={payment} />
      {savedCard && <KeptCard payment={payment} />}
      {/* Hidden instead of unmounted: typed values survive a change of card. */}
      {wasNew && (
        <div hidden={savedCard !== undefined}>
          <NewCard payment={payment} price={price} />
        </div>
      )}
    </Stack>
  )
}

function KeptCard({ payment: { savedCard, frame } }: { payment: Payment }) {
  if (!savedCard?.cardId) return <p>{t('checkout.cards.noCode')}</p>
  const { cardId, cardType } = savedCard
  return (
    <CardFrame
      key={savedCard.id}
      ref={frame}
      form={{ kind: 'securityCode', cardId, cardType }}
      onEnter={submitPayment}
    />
  )
}

/** The card fields are in a frame; the fields below them concern the order. */
function NewCard({ payment, price }: { payment: Payment; price: Price }) {
  const { paymentProvider } = usePartner()
  const { field } = payment.form
  const isChosen = payment.savedCard === undefined
  return (
    <Stack>
      <CardFrame
        ref={isChosen ? payment.frame : null}
        form={{ kind: 'newCard', ...payment.payer, amount: price.total }}
        onEnter={submitPayment}
        onInstallments={payment.setOffer}
      />
      <InstallmentField payment={payment} price={price} />
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

/** The provider already made a token: the card need not be typed again. */
function ReadyCard({ payment, price }: { payment: Payment; price: Price }) {
  const { card, savedCard, useOtherCard } = payment
  const name = savedCard ? cardName(savedCard) : card?.maskedCardNumber
  return (
    <Stack>
      <List>
        <ListRow icon="card" title={name} detail={t('checkout.card.ready')} />
      </List>
      {!savedCard && <InstallmentField payment={payment} price={price} />}
      <Button variant="quiet" onClick={useOtherCard}>
        {t('checkout.card.other')}
      </Button>
    </Stack>
  )
}

const NEW = 'new'

/** The choice between saved cards and a new one; nothing without saved cards. */
function CardChoice({ payment: { cards, savedCard, choose } }: { payment: Payment }) {
  if (cards.length === 0) return null
  const options = cards.map((card) => ({ value: card.id, label: cardName(card), detail: expiryMessage(card) }))
  return (
    <RadioGroup
      label={t('checkout.cards.choose')}
      name="card"
      value={savedCard?.id ?? NEW}
      onChange={(id) => choose(cards.find((card) => card.id === id))}
      options={[...options, { value: NEW, label: t('checkout.cards.new') }]}
    />
  )
}

/** B9.3: up to three installments, where the provider offers them, on the terms of the card's bank. */
function InstallmentField({ payment: { offer, form }, price }: { payment: Payment; price: Price }) {
  const { paymentProvider } = usePartner()
  if (!paymentVendor(paymentProvider)?.offersInstallments) return null
  const installmentOptions = offerFor(offer, price.total)
  if (installmentOptions === 'unknown')
    return <Alert tone="info" title={t('checkout.installments.unknown', sums(price))} />
  if (!Array.isArray(installmentOptions))
    return <p aria-live="polite">{t(`checkout.installments.${installmentOptions}`)}</p>
  if (installmentOptions.length === 1) return <p aria-live="polite">{t('checkout.installments.once', sums(price))}</p>
  return (
    <RadioGroup
      label={t('checkout.installments')}
      options={installmentOptions.map((option) => optionOf(option, price))}
      {...form.field('installments')}
      value={isOffered(installmentOptions, form.values.installments) ? form.values.installments : '1'}
    />
  )
}

const isOffered = (options: readonly InstallmentOption[], choice: InstallmentChoice): boolean =>
  options.some(({ installments }) => String(installments) === choice)

const sums = ({ total: amount, currency }: Price) => ({ amount: formatMoney({ amount, currency }) })

/** Shows each installment, the total and the interest, so that the patient need not add them up. */
function optionOf({ installments: count, each, total }: InstallmentOption, { total: price, currency }: Price) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  const label = t('checkout.installments.option', { count, each: formatAmount(each) })
  const value = String(count) as InstallmentChoice
  if (count === 1) return { value, label }
  const textKey = total > price ? 'checkout.installments.interest' : 'checkout.installments.total'
  return { value, label, detail: t(textKey, { total: formatAmount(total), interest: formatAmount(total - price) }) }
}
