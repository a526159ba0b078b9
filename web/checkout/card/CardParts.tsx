import type { Parts } from '@cuida/core/checkout/card/parts.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import type { Payment } from '../payment/use-payment.ts'
import { offerFor, type PartsChoice } from './card-parts.ts'

/** B9.3: in up to three parts, where the provider knows them, on the terms of the card's own bank. */
export function CardParts({ payment: { offer, form }, price }: { payment: Payment; price: Price }) {
  const { paymentProvider } = usePartner()
  if (!paymentVendor(paymentProvider)?.knowsParts) return null
  const offered = offerFor(offer, price.total)
  if (offered === 'unknown') return <Alert tone="info" title={t('checkout.installments.unknown', sums(price))} />
  if (!Array.isArray(offered)) return <p aria-live="polite">{t(`checkout.installments.${offered}`)}</p>
  if (offered.length === 1) return <p aria-live="polite">{t('checkout.installments.once', sums(price))}</p>
  return (
    <RadioGroup
      label={t('checkout.installments')}
      options={offered.map((parts) => optionOf(parts, price))}
      {...form.field('installments')}
      value={isOffered(offered, form.values.installments) ? form.values.installments : '1'}
    />
  )
}

const isOffered = (offered: readonly Parts[], choice: PartsChoice): boolean =>
  offered.some(({ installments }) => String(installments) === choice)

const sums = ({ total: amount, currency }: Price) => ({ amount: money({ amount, currency }) })

/** Each part, what they come to, and how much of that is interest: nobody adds it up. */
function optionOf({ installments: count, each, total }: Parts, { total: price, currency }: Price) {
  const say = (amount: number) => money({ amount, currency })
  const label = t('checkout.installments.option', { count, each: say(each) })
  const value = String(count) as PartsChoice
  if (count === 1) return { value, label }
  const words = total > price ? 'checkout.installments.interest' : 'checkout.installments.total'
  return { value, label, detail: t(words, { total: say(total), interest: say(total - price) }) }
}
