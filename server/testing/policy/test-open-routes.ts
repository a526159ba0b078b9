// Routes that no declaration of core serves, and how each knows who asks. A new one must be added here, with its reason,
// or server/access/session/tokens.test.ts fails.

export type Guard =
  /** Tells the same to everybody. */
  | 'public'
  /** Checks a bearer of this purpose by itself. */
  | 'access'
  | 'staff'
  /** The sender signs what it sends. */
  | 'signature'
  /** Simulators of outside providers: mounted in demonstration only. */
  | 'simulators'

export const OPEN_ROUTES: Record<string, Guard> = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /v1/openapi.json': 'public',
  // What a page brings with it, for the native apps, which have none.
  'GET /v1/initial-state': 'public',
  'GET /v1/events': 'access',
  // Hints that a calendar changed: the calendar itself is open to guests.
  'GET /v1/schedule/clinician/:id/events': 'public',
  'GET /v1/schedule/events': 'public',
  // Hints that the clinic's content changed: it tells everybody the same.
  'GET /v1/content/events': 'public',
  'GET /v1/desk/events': 'staff',
  // Only where there is a content service elsewhere, which knows the secret.
  'POST /v1/content/changed': 'signature',
  'POST /v1/webhooks/monei': 'signature',
  'POST /v1/webhooks/mercadopago': 'signature',
  'POST /v1/webhooks/twilio': 'signature',
  'POST /v1/webhooks/twilio/messages': 'signature',
}

/** Whole neighbourhoods: content, files and pages, which tell everybody the same. */
export const OPEN_PREFIXES: [prefix: string, guard: Guard][] = [
  ['/api/', 'public'],
  ['/v1/locales', 'public'],
  ['/v1/patient/locales', 'public'],
  ['/uploads', 'public'],
  ['/assets', 'public'],
  ['/desk', 'public'],
  ['/robots.txt', 'public'],
  // To whom somebody writes who found a hole (RFC 9116).
  ['/.well-known/security.txt', 'public'],
  // Shows what arrives in a browser that was allowed to be woken.
  ['/push-worker.js', 'public'],
  // The card form, on a host of its own (server/pages/windows/payment-frame.ts).
  ['/payment-frame', 'public'],
  // From the phone's browser back into the app, on the same host (server/pages/pages.ts).
  ['/to-the-app', 'public'],
  // The page around a provider's module, on the same host (server/pages/windows/prescription-window.ts).
  ['/prescription-window', 'public'],
  // The page around a help widget, on the same host (server/pages/windows/help-window.ts).
  ['/help-window', 'public'],
  ['/simulators', 'simulators'],
]

/** The pages of the patient's app: what is left over. */
export const PAGES = ['/', '/*']

export function guardOf(method: string, url: string): Guard | undefined {
  const known = OPEN_ROUTES[`${method} ${url}`]
  if (known) return known
  if (PAGES.includes(url)) return 'public'
  return OPEN_PREFIXES.find(([prefix]) => url === prefix || url.startsWith(prefix.replace(/\/?$/, '/')))?.[1]
}
