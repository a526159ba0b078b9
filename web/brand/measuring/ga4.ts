import { type CookieGroup, mayTellWho } from '@cuida/core/brand/consent/consent.ts'
import { inWhole, type Measured, type Measuring, type Who } from '@cuida/core/brand/measuring/measuring.ts'
import { digest } from '../../kit/content/digest.ts'
import type { Sent } from './sent.ts'
import type { Visitor } from './visitor.ts'

type Settings = Extract<Measuring, { connector: 'ga4' }>

/** One event by the Measurement Protocol (GA4), from the browser that it happened in. */
export async function toGa4(
  { url, measurementId, apiSecret }: Settings,
  event: Measured,
  { visitor, groups }: { visitor: Visitor; groups: readonly CookieGroup[] },
): Promise<Sent> {
  const who = event.name === 'sign_up' && mayTellWho(groups) ? event.who : undefined
  const params = { ...paramsOf(event), session_id: visitor.session, engagement_time_msec: 1 }
  const body = {
    client_id: visitor.id,
    non_personalized_ads: true,
    consent: { ad_user_data: who ? 'GRANTED' : 'DENIED', ad_personalization: 'DENIED' },
    ...(who ? { user_data: await userData(who) } : {}),
    events: [{ name: event.name, params }],
  }
  const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret })
  return { url: `${url}?${query}`, body: JSON.stringify(body) }
}

/** The same for a data layer: an order empties what the one before said. */
export function toDataLayer(event: Measured): Record<string, unknown>[] {
  if (!('value' in event)) return [{ event: event.name, ...paramsOf(event) }]
  return [{ ecommerce: null }, { event: event.name, ecommerce: paramsOf(event) }]
}

function paramsOf(event: Measured): Record<string, unknown> {
  switch (event.name) {
    case 'page_view':
      return { page_location: location.origin + event.path, page_title: event.screen }
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

/** Which consultation it is stays here: every item is one. */
function money({ value, currency }: { value: number; currency: string }) {
  const price = inWhole(value)
  return { currency, value: price, items: [{ item_id: 'consultation', price, quantity: 1 }] }
}

/** As Google asks for it: in small letters, without blanks around, and digested before it leaves. */
async function userData({ email, phone, firstName, lastName }: Who) {
  const of = (text: string) => digest(text.trim().toLowerCase())
  const [mail, number, first, last] = await Promise.all([of(email), of(phone), of(firstName), of(lastName)])
  return {
    sha256_email_address: [mail],
    sha256_phone_number: [number],
    address: [{ sha256_first_name: first, sha256_last_name: last }],
  }
}
