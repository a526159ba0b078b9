import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('locales/en/', import.meta.url)
const ENGLISH: Record<string, string> = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
)

// The English messages that the specification quotes: section and row of the audit, the quotation, and the message
// key.
const EXACTLY = [
  ['1.5.1', 'Must be a valid phone number', 'access.welcome.phone.INVALID'],
  ['1.5.1', 'Phone number is required', 'access.welcome.phone.REQUIRED'],
  ['1.5.2', 'Password is a required field', 'access.welcome.password.REQUIRED'],
  ['1.5.5', 'Failed to validate patient', 'access.failed.validate'],
  ['1.5.5', 'Failed to register', 'access.failed.register'],
  ['1.5.7', 'Phone verification failed', 'access.failed.phone'],
  ['1.5.7', 'MFA confirmation failed', 'access.failed.mfa'],
  ['1.5.7', 'Failed to login', 'access.failed.login'],
  ['1.8.13', 'Failed to delete profile', 'profile.delete.failed'],
  ['1.8.13', 'No profile to delete', 'profile.delete.none'],
  ['1.8.14', 'Unauthorized', 'access.welcome.unauthorized'],
  ['1.8.14', 'Session has expired', 'brand.error.UNAUTHORIZED'],
  ['1.8.15', 'There was an error, please try again', 'brand.error.generic'],
  ['2.8.1', 'Out of working hours', 'checkout.error.OUT_OF_HOURS'],
  ['2.8.1', 'Service is currently closed', 'checkout.error.CLOSE'],
  ['2.8.2', 'This discount code is not valid. Please try another code.', 'checkout.error.ALREADY_USED'],
  ['2.8.2', 'This discount code is not valid. Please try another code.', 'checkout.error.INVALID_PRODUCT'],
  ['2.8.2', 'This discount code is not valid. Please try another code.', 'checkout.error.TOO_MANY_CODES'],
  ['2.8.5', 'There was an error saving your payment method, please try again.', 'checkout.error.CARD_NOT_SAVED'],
  ['2.8.6', 'Payment not authorized', 'checkout.failure.UNAUTHORISED.title'],
  ['2.8.7', 'Error trying to confirm payment', 'checkout.failure.UNKNOWN.title'],
  ['2.8.10', 'No active subscription found', 'checkout.error.NO_ACTIVE_SUBSCRIPTION'],
  ['2.8.11', 'Failed to fetch subscription', 'subscription.failed.fetch'],
  ['2.8.11', 'Failed to subscribe', 'subscription.failed.subscribe'],
  ['2.8.11', 'Failed to unsubscribe', 'subscription.failed.unsubscribe'],
  ['2.8.12', 'There was an error, please try again', 'brand.error.generic'],
] as const

// The specification quotes only a part of these sentences.
const CONTAINING = [
  ['2.8.3', 'the code has expired', 'checkout.error.DATE_RANGE'],
  ['2.8.3', 'used the maximum number of times', 'checkout.error.LIMIT_USAGE'],
  ['2.8.3', 'results in a price lower than the minimum chargeable amount', 'checkout.promo.threshold'],
  ['2.8.3', 'results in a price lower than the minimum chargeable amount', 'checkout.error.PAYMENT_GATEWAY_THRESHOLD'],
  ['2.8.3', 'has been disabled', 'checkout.error.PROMOCODE_DISABLED'],
  ['2.8.3', 'cannot be paired with the company discount', 'checkout.error.INCOMPATIBLE_WITH_COMPANY_DISCOUNT'],
  ['2.8.3', 'the company discount still applies', 'checkout.error.INCOMPATIBLE_WITH_COMPANY_DISCOUNT'],
] as const

/** The final full stop is not compared: a heading has none, a sentence has one. */
const unended = (text: string | undefined) => text?.replace(/\.$/, '')

test.each(EXACTLY)(
  '%s: the English message is "%s" (%s) [A5.3] [A5.4] [A8.13] [B8.1] [B8.2] [B8.5] [B8.6] [B8.9] [B8.10]',
  (_, text, key) => expect(unended(ENGLISH[key])).toBe(unended(text)),
)

test.each(CONTAINING)('%s: the English message contains "… %s …" (%s) [B8.3]', (_, phrase, key) =>
  expect(ENGLISH[key]?.toLowerCase()).toContain(phrase),
)
