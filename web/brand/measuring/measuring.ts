import { type CookieGroup, mayMeasure, mayTellWho } from '@cuida/core/brand/consent/consent.ts'
import { isMeasured, type Measured, type Measuring } from '@cuida/core/brand/measuring/measuring.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { Happening } from '../../kit/measured.ts'
import { routes } from '../../routes.ts'
import { toDataLayer, toGa4 } from './ga4.ts'
import { toMatomo } from './matomo.ts'
import { visitor, type WithLayer } from './visitor.ts'

export type { Visitor } from './visitor.ts'

/** Tells the vendor of what is of a shape that may be told, while its person allows it. Nothing comes back. */
export function measurer(settings: Measuring, groups: () => readonly CookieGroup[]): (event: Happening) => void {
  return (happening) => {
    const allowed = groups()
    const event = withPath(happening)
    if (!mayMeasure(allowed) || !isMeasured(event)) return
    const told = mayTellWho(allowed) ? event : withoutWho(event)
    void send(settings, told, groups).catch(() => {})
  }
}

/** A screen leaves by the pattern of its address, and one that is none of ours by nothing. */
function withPath(event: Happening): unknown {
  if (event.name !== 'page_view') return event
  return Object.hasOwn(routes, event.screen) ? { ...event, path: routes[event.screen].path } : undefined
}

const withoutWho = (event: Measured): Measured => (event.name === 'sign_up' ? { name: 'sign_up' } : event)

async function send(settings: Measuring, event: Measured, groups: () => readonly CookieGroup[]): Promise<void> {
  const from = { visitor: visitor(), groups: groups() }
  const isGa4 = settings.connector === VENDOR.ga4
  if (isGa4) layer().push(...toDataLayer(withoutWho(event)))
  const { url, body } = isGa4 ? await toGa4(settings, event, from) : toMatomo(settings, event, from)
  // Digests take a moment, in which somebody may take back what they said.
  if (!mayMeasure(groups())) return
  // A page that is left may still say so; no cookie goes along or comes back, and no address of ours.
  const silent = { credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'no-cors', keepalive: true } as const
  await fetch(url, { method: 'POST', body, ...silent })
}

const layer = () => {
  const page = globalThis as WithLayer
  page.dataLayer ??= []
  return page.dataLayer
}
