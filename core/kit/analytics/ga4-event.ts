import { type AnalyticsEvent, toMajorUnits } from './analytics-event.ts'

/** Event parameters in the format of GA4, for the Measurement Protocol and `window.dataLayer`. */
export function ga4Params(event: AnalyticsEvent, origin: string): Record<string, unknown> {
  switch (event.name) {
    case 'page_view':
      return { page_location: origin + event.path, page_title: event.screen }
    case 'login':
    case 'sign_up':
      return {}
    case 'begin_checkout':
      return money(event)
    case 'add_payment_info':
      return { ...money(event), payment_type: event.way }
    case 'purchase':
      return { ...money(event), transaction_id: event.order }
  }
}

/** The product is not sent: every item has the same name. */
function money({ value, currency }: { value: number; currency: string }) {
  const price = toMajorUnits(value)
  return { currency, value: price, items: [{ item_id: 'consultation', price, quantity: 1 }] }
}

/** `user_data` in the format of GA4, with digests only. */
export function ga4UserData(event: AnalyticsEvent): Record<string, unknown> | undefined {
  if (event.name !== 'sign_up' || !event.who) return undefined
  const { email, phone, firstName, lastName } = event.who
  return {
    sha256_email_address: [email],
    sha256_phone_number: [phone],
    address: [{ sha256_first_name: firstName, sha256_last_name: lastName }],
  }
}
