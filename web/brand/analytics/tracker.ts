import { trackEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import { type CookieGroup, isTrackingAllowed } from '@cuida/core/brand/consent/consent.ts'
import {
  type AnalyticsEvent,
  type ContactDigests,
  isAnalyticsEvent,
} from '@cuida/core/kit/analytics/analytics-event.ts'
import { ga4Params, ga4UserData } from '@cuida/core/kit/analytics/ga4-event.ts'
import { api } from '../../kit/api.ts'
import type { ClientEvent } from '../../kit/client-event.ts'
import { digest } from '../../kit/content/digest.ts'
import { platform } from '../../platform/platform.ts'
import { routes } from '../../routes.ts'
import { visitor, type WithLayer } from './visitor.ts'

interface Settings {
  /** Whether digests of a new account's e-mail, phone and names are sent (`analytics.identity` of the content). */
  sendsIdentity: boolean
  groups: () => readonly CookieGroup[]
}

/** Pushes events of the closed list to `window.dataLayer` and sends them to our relay, while the person consents. */
export function createTracker({ sendsIdentity, groups }: Settings): (event: ClientEvent) => void {
  let sending: Promise<unknown> | undefined
  async function track(clientEvent: ClientEvent): Promise<void> {
    if (!isTrackingAllowed(groups())) return
    const event = await toAnalyticsEvent(clientEvent, sendsIdentity)
    // Checked again: consent may be withdrawn while digests are computed.
    const allowed = groups()
    if (!isTrackingAllowed(allowed) || !isAnalyticsEvent(event)) return
    dataLayer().push(...toDataLayer(event))
    const body = { ...visitor(), marketing: allowed.includes('C0004'), event }
    const send = () => api(trackEvent, body, { keepalive: true }).catch(() => {})
    // One after another: two requests at once may arrive in the other order.
    sending = sending ? sending.then(send) : send()
    const own = sending
    await own
    if (sending === own) sending = undefined
  }
  return (clientEvent) => void track(clientEvent).catch(() => {})
}

async function toAnalyticsEvent(event: ClientEvent, sendsIdentity: boolean): Promise<unknown> {
  // A screen is reported by its path pattern; an unknown one is not reported.
  if (event.name === 'page_view')
    return Object.hasOwn(routes, event.screen) ? { ...event, path: routes[event.screen].path } : undefined
  if (event.name !== 'sign_up') return event
  const { who, ...rest } = event
  return who && sendsIdentity ? { ...rest, who: await digested(who) } : rest
}

/** Normalised as GA4 requires: lower case, trimmed. */
async function digested({ email, phone, firstName, lastName }: ContactDigests): Promise<ContactDigests> {
  const texts = [email, phone, firstName, lastName].map((text) => digest(text.trim().toLowerCase()))
  const [mail = '', number = '', first = '', last = ''] = await Promise.all(texts)
  return { email: mail, phone: number, firstName: first, lastName: last }
}

/** GTM keeps an earlier event's e-commerce data until it is reset. */
function toDataLayer(event: AnalyticsEvent): Record<string, unknown>[] {
  const params = ga4Params(event, platform().origin)
  if ('value' in event) return [{ ecommerce: null }, { event: event.name, ecommerce: params }]
  const userData = ga4UserData(event)
  return [{ event: event.name, ...params, ...(userData ? { user_data: userData } : {}) }]
}

const dataLayer = () => {
  const page = globalThis as WithLayer
  page.dataLayer ??= []
  return page.dataLayer
}
