import { PROMO_REFUSALS } from '@cuida/core/checkout/promo/promo-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { existingConsultationPath, overlappingConsultation } from '../../booking/calendar/existing-consultation.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'

/** The server refused for good (4xx other than 429); other failures may pass on a retry. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

/** The server's price differs from the one on the screen. */
export const isPriceChange = (error: unknown): boolean =>
  error instanceof CallFailed && (error.code === 'PRICE_CHANGED' || error.code in PROMO_REFUSALS)

export function checkoutFailureMessage(failure: unknown): string {
  const key = failure instanceof CallFailed ? `checkout.error.${failure.code}` : ''
  return hasMessage(key) ? t(key) : failureMessage(failure)
}

/** What the patient can do about it, when the failure's message does not say so. */
export function checkoutAdvice(failure: unknown): string | undefined {
  const key = failure instanceof CallFailed ? `checkout.error.${failure.code}.next` : ''
  return hasMessage(key) ? t(key) : undefined
}

/** Path of the screen that resolves the failure; locale keys: `checkout.error.<code>.action`. */
export function resolutionPath(
  failure: unknown,
  { productSlug: slug }: Pick<Booking, 'productSlug'>,
): string | undefined {
  if (!(failure instanceof CallFailed)) return undefined
  switch (failure.code) {
    case 'CART_INCOMPLETE':
      return pathOf('questions', { slug })
    case 'OUT_OF_HOURS':
    case 'CLOSE':
      return pathOf('product', { slug })
    case 'CONSULTATION_OVERLAPS':
      return existingConsultationPath(overlappingConsultation(failure))
    case 'ALREADY_WAITING':
      return pathOf('consultations')
    case 'ANSWERS_FOR_ANOTHER':
    case 'PATIENT_NOT_FOUND':
    case 'AGE_NOT_SERVED':
      return pathOf('selectProfile')
    case 'BILLING_ADDRESS_REQUIRED':
      return pathOf('address', { kind: 'billing' })
    case 'AGREEMENT_DUE':
      return pathOf('agreements')
    case 'NO_ACTIVE_SUBSCRIPTION':
      return pathOf('subscriptionCheckout')
    case 'PRODUCT_NOT_FOUND':
      return pathOf('home', {})
    default:
      return undefined
  }
}
