import { can } from '@cuida/core/brand/without.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { CardForm } from '../card/CardForm.tsx'
import { checkoutAdvice, checkoutWords, wayOut } from '../order/checkout-failure.ts'
import { PixFields } from '../pix/PixFields.tsx'
import type { PixForm } from '../pix/use-pix.ts'
import { PaymentMethods } from './PaymentMethods.tsx'
import type { PaymentChoice } from './payment-choice.ts'
import { PAYMENT_FORM, type Payment } from './use-payment.ts'

interface PaymentFormProps {
  price: Price | undefined
  payment: Payment
  pix: PixForm
  choice: PaymentChoice
}

/** How it is paid, where there is anything to pay. The button that sends it stays in the bar below. */
export function PaymentForm({ price, payment, pix, choice }: PaymentFormProps) {
  const takesPayments = can(usePartner(), 'payments')
  if (!price) return null
  if (!isChargeable(price)) return <Alert title={t('checkout.error.PAYMENT_GATEWAY_THRESHOLD')} />
  if (price.total > 0 && !takesPayments) return <Alert title={t('checkout.error.NOT_OFFERED')} />
  if (price.total === 0) return <form {...payment.form.props} id={PAYMENT_FORM} />
  return (
    <>
      <PaymentMethods choice={choice} />
      {choice.method === 'pix' && <PixFields form={pix} />}
      {/* Hidden, not gone: what was typed is still there for who comes back to it. */}
      <form {...payment.form.props} id={PAYMENT_FORM} hidden={choice.method !== 'card'}>
        <Section title={t('checkout.card')}>
          <CardForm payment={payment} price={price} />
        </Section>
      </form>
    </>
  )
}

/** Why there is no order. Beside the button, where the person is looking. */
export function PaymentFailure({ failure, booking }: { failure: unknown; booking: Booking }) {
  if (!failure) return null
  const href = wayOut(failure, booking)
  const action = href && failure instanceof CallFailed && (
    <LinkButton href={href} fit>
      {t(`checkout.error.${failure.code}.action`)}
    </LinkButton>
  )
  return (
    <Alert title={checkoutWords(failure)} failure={failure} action={action}>
      {checkoutAdvice(failure)}
    </Alert>
  )
}
