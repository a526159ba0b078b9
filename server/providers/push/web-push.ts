import webpush from 'web-push'
import { PROVIDER_TIMEOUT_MS } from '../post.ts'
import { ProviderDown } from '../provider-down.ts'
import { type Push, PushGone } from './port.ts'
import type { Vapid } from './vapid.ts'

export interface WebPushSettings {
  vapid: Vapid
  /** `mailto:` or `https:` contact of the sender. */
  subject: string
  /** A local push service: its endpoints begin with `seen` and are reached at `reached`. */
  simulator?: { seen: string; reached: string }
  timeoutMs?: number
}

const PROVIDER = 'push'
/**
 * Chrome and Edge on Android, Firefox, Safari, Edge on Windows. An endpoint comes from a browser and can be any URL.
 */
const SERVICES =
  /^(fcm\.googleapis\.com|[a-z0-9-]+\.push\.services\.mozilla\.com|[a-z0-9-]+\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/

/** The library encrypts and signs; we send the request ourselves, with a deadline and without redirects. */
export function webPush({ vapid, subject, simulator, timeoutMs = PROVIDER_TIMEOUT_MS }: WebPushSettings): Push {
  const isSimulators = (endpoint: string) => simulator !== undefined && endpoint.startsWith(simulator.seen)
  return {
    publicKey: vapid.publicKey,
    isAllowed: (endpoint) => isSimulators(endpoint) || isOfService(endpoint),
    async wake({ address: endpoint, p256dh, auth }, { title, body, path, tag, urgency, ttlSeconds: TTL, topic }) {
      // Read by the service worker (web/kit/offline/service-worker.ts).
      const text = JSON.stringify({ title, body, path, tag })
      const vapidDetails = { subject, ...vapid }
      const options = { vapidDetails, urgency, TTL, topic, contentEncoding: 'aes128gcm' } as const
      const details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
      const url = simulator && isSimulators(endpoint) ? endpoint.replace(simulator.seen, simulator.reached) : endpoint
      // The library sets Content-Length too, and the header must not appear twice.
      const { 'Content-Length': _, ...headers } = details.headers as Record<string, string>
      const status = await post(url, headers, details.body, timeoutMs)
      if (status === 404 || status === 410) throw new PushGone()
      if (status < 200 || status > 299) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
    },
  }
}

async function post(url: string, headers: Record<string, string>, body: Buffer, timeoutMs: number): Promise<number> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const init = {
      method: 'POST',
      headers: textOf(headers),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    } as const
    const response = await fetch(url, init)
    await response.body?.cancel()
    return response.status
  } catch (error) {
    // The message of a failed fetch quotes the endpoint, which is a secret.
    throw new ProviderDown(PROVIDER, error instanceof Error ? error.name : 'no answer')
  }
}

const textOf = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function isOfService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  return (
    url !== null && url.protocol === 'https:' && url.port === '' && url.username === '' && SERVICES.test(url.hostname)
  )
}
