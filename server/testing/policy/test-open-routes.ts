// Routes without a call declaration, and how each authenticates. A new one must be added here with its reason, or
// server/access/session/tokens.test.ts fails.

export type Guard =
  /** Replies the same to everybody. */
  | 'public'
  /** Checks a bearer token of this purpose in its own handler. */
  | 'access'
  | 'staff'
  /** The sender signs its requests. */
  | 'signature'
  /** Provider simulators: mounted in a demo only. */
  | 'simulators'

export const OPEN_ROUTES: Record<string, Guard> = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /v1/openapi.json': 'public',
  // 404 as an OperationOutcome, for a resource type that we do not have.
  'GET /v1/fhir/*': 'public',
  // Takes the id and the secret of an API key.
  'POST /v1/oauth/token': 'public',
  // For whoever has a SMART Health Link.
  'POST /v1/health-links/:token': 'public',
  'GET /v1/health-links/:token/files/:ticket': 'public',
  'OPTIONS /v1/health-links/*': 'public',
  // The initial state for the native apps; web pages contain it.
  'GET /v1/initial-state': 'public',
  'GET /v1/events': 'access',
  // Change events of a calendar, which guests may read too.
  'GET /v1/schedule/clinician/:id/events': 'public',
  'GET /v1/schedule/events': 'public',
  // Change events of the clinic's content, the same for everybody.
  'GET /v1/content/events': 'public',
  'GET /v1/desk/events': 'staff',
  // Only with a remote content service, which has the secret.
  'POST /v1/content/changed': 'signature',
  'POST /v1/webhooks/monei': 'signature',
  'POST /v1/webhooks/mercadopago': 'signature',
  'POST /v1/webhooks/twilio': 'signature',
  'POST /v1/webhooks/twilio/messages': 'signature',
}

/** Whole path prefixes: content, files and pages, which are the same for everybody. */
export const OPEN_PREFIXES: [prefix: string, guard: Guard][] = [
  ['/api/', 'public'],
  ['/v1/locales', 'public'],
  ['/v1/patient/locales', 'public'],
  ['/uploads', 'public'],
  ['/assets', 'public'],
  ['/desk', 'public'],
  // The reference page of the API.
  ['/docs/api', 'public'],
  ['/robots.txt', 'public'],
  ['/manifest.webmanifest', 'public'],
  // Where to report a vulnerability (RFC 9116).
  ['/.well-known/security.txt', 'public'],
  // Displays push notifications in a browser that has subscribed.
  ['/service-worker.js', 'public'],
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

/** Every other path is a page of the patient app. */
export const APP_PAGE_ROUTES = ['/', '/*']

export function guardOf(method: string, url: string): Guard | undefined {
  const known = OPEN_ROUTES[`${method} ${url}`]
  if (known) return known
  if (APP_PAGE_ROUTES.includes(url)) return 'public'
  return OPEN_PREFIXES.find(([prefix]) => url === prefix || url.startsWith(prefix.replace(/\/?$/, '/')))?.[1]
}
