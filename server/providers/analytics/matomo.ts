import type { TrackedEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import { type AnalyticsEvent, toMajorUnits } from '@cuida/core/kit/analytics/analytics-event.ts'

export function matomoRequest(baseUrl: string, siteId: number, { event, visitor }: TrackedEvent, origin: string) {
  const form = new URLSearchParams({
    idsite: String(siteId),
    rec: '1',
    apiv: '1',
    send_image: '0',
    _id: matomoId(visitor),
    rand: crypto.randomUUID(),
    ...paramsOf(event, origin),
  })
  return {
    url: `${baseUrl}matomo.php`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  }
}

/** Matomo's visitor ids have 16 hexadecimal digits. */
const matomoId = (visitor: string): string =>
  visitor
    .split('.')
    .map((part) => Number(part).toString(16).padStart(8, '0').slice(-8))
    .join('')

function paramsOf(event: AnalyticsEvent, origin: string): Record<string, string> {
  if (event.name === 'page_view') return { url: origin + event.path, action_name: event.screen }
  if (event.name === 'purchase') {
    const revenue = String(toMajorUnits(event.value))
    const items = JSON.stringify([['consultation', 'consultation', '', toMajorUnits(event.value), 1]])
    return { url: origin, idgoal: '0', ec_id: event.order, revenue, ec_items: items }
  }
  const params = { url: origin, e_c: 'value' in event ? 'checkout' : 'account', e_a: event.name }
  if (event.name === 'sign_up' && event.who) return { ...params, ...whoParams(event.who) }
  if (!('value' in event)) return params
  const worth = { ...params, e_v: String(toMajorUnits(event.value)) }
  return event.name === 'add_payment_info' ? { ...worth, e_n: event.way } : worth
}

/** The User ID, and custom visit variables for the other fields. */
function whoParams(contact: NonNullable<Extract<AnalyticsEvent, { name: 'sign_up' }>['who']>): Record<string, string> {
  const variables = Object.entries(contact).map((pair, index) => [index + 1, pair])
  return { uid: contact.email, _cvar: JSON.stringify(Object.fromEntries(variables)) }
}
