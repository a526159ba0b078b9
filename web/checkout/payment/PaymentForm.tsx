import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Form } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import type { Booking } from '../../booking/cart/booking.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { CardForm } from '../card/CardForm.tsx'
import { checkoutAdvice, checkoutFailureMessage, resolutionPath } from '../order/checkout-failure.ts'
import type { PixForm } from '../pix/use-pix.ts'
import { PIX_FORM_ID, WALLET_FORM_ID } from './PayButton.tsx'
import { type PaymentChoice, walletIn } from './payment-choice.ts'
import { PAYMENT_FORM_ID, type Payment } from './use-payment.ts'

interface PaymentFormProps {
  price: Price | undefined
  payment: Payment
  pix: PixForm
  wallet: Form<object>
  choice: PaymentChoice
}

/** Payment methods and fields, when there is a price to pay. The submit button is in the bar below. */
export function PaymentForm({ price, payment, pix, wallet, choice }: PaymentFormProps) {
  const takesPayments = hasCapability(usePartner(), 'payments')
  if (!price) return null
  if (!isChargeable(price)) return <Alert title={t('checkout.error.PAYMENT_GATEWAY_THRESHOLD')} />
  if (price.total > 0 && !takesPayments) return <Alert title={t('checkout.error.NOT_OFFERED')} />
  if (price.total === 0) return <form {...payment.form.props} id={PAYMENT_FORM_ID} />
  // The card form waits for the same answer.
  if (choice.isLoading) return <Skeleton lines={6} />
  return (
    <>
      <PaymentMethods choice={choice} />
      {choice.method === 'pix' && <PixFields form={pix} />}
      {walletIn(choice.method) && <WalletForm form={wallet} />}
      {/* Hidden instead of unmounted: typed values survive a change of method. */}
      <form {...payment.form.props} id={PAYMENT_FORM_ID} hidden={choice.method !== 'card'}>
        <Section title={t('checkout.card')}>
          <CardForm payment={payment} price={price} />
        </Section>
      </form>
    </>
  )
}

/** Why there is no order, shown beside the button. */
export function PaymentFailure({ failure, booking }: { failure: unknown; booking: Booking }) {
  if (!failure) return null
  const href = resolutionPath(failure, booking)
  const action = href && failure instanceof CallFailed && (
    <LinkButton href={href} fit>
      {t(`checkout.error.${failure.code}.action`)}
    </LinkButton>
  )
  return (
    <Alert title={checkoutFailureMessage(failure)} failure={failure} action={action}>
      {checkoutAdvice(failure)}
    </Alert>
  )
}

function PaymentMethods({ choice: { methods, method, choose } }: { choice: PaymentChoice }) {
  const vendor = paymentVendor(usePartner().paymentProvider)
  if (methods.length < 2) return null
  const options = methods.map((value) => ({
    value,
    label: t(`checkout.way.${value}`),
    detail: t(
      value === 'card' && !vendor?.offersInstallments ? 'checkout.way.card.once' : `checkout.way.${value}.detail`,
    ),
  }))
  return <RadioGroup label={t('checkout.way')} name="way" value={method} onChange={choose} options={options} />
}

/** The CPF of the account that pays by Pix. The code itself appears on the order's screen. */
function PixFields({ form }: { form: PixForm }) {
  return (
    <form {...form.props} id={PIX_FORM_ID}>
      <TextInput
        label={t('checkout.pix.cpf')}
        hint={t('checkout.pix.cpfHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('cpf')}
      />
    </form>
  )
}

/** Nothing to fill in: the provider's page asks for it. */
function WalletForm({ form }: { form: Form<object> }) {
  const provider = paymentVendor(usePartner().paymentProvider)?.name ?? ''
  return (
    <form {...form.props} id={WALLET_FORM_ID}>
      <p>{t('checkout.wallet', { provider })}</p>
    </form>
  )
}
