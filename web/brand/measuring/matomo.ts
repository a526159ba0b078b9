import { inWhole, type Measured, type Measuring } from '@cuida/core/brand/measuring/measuring.ts'
import type { Sent } from './sent.ts'
import type { Visitor } from './visitor.ts'

type Settings = Extract<Measuring, { connector: 'matomo' }>

/** One event by Matomo's HTTP tracking API. Who somebody is is never told: it asks for nobody. */
export function toMatomo({ url, siteId }: Settings, event: Measured, { visitor }: { visitor: Visitor }): Sent {
  const query = new URLSearchParams({
    idsite: String(siteId),
    rec: '1',
    apiv: '1',
    send_image: '0',
    _id: visitor.matomo,
    rand: crypto.randomUUID(),
    ...paramsOf(event),
  })
  return { url, body: query }
}

function paramsOf(event: Measured): Record<string, string> {
  if (event.name === 'page_view') return { url: location.origin + event.path, action_name: event.screen }
  if (event.name === 'purchase') {
    const revenue = String(inWhole(event.value))
    const items = JSON.stringify([['consultation', 'consultation', '', inWhole(event.value), 1]])
    return { url: location.origin, idgoal: '0', ec_id: event.order, revenue, ec_items: items }
  }
  const said = { url: location.origin, e_c: 'value' in event ? 'checkout' : 'account', e_a: event.name }
  if (!('value' in event)) return said
  const worth = { ...said, e_v: String(inWhole(event.value)) }
  return event.name === 'add_payment_info' ? { ...worth, e_n: event.way } : worth
}
