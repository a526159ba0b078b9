import { randomBytes, randomUUID } from 'node:crypto'
import { type Faults, type Provider, webhookFaults } from './faults.ts'
import type { Store } from './store.ts'

/** A webhook in delivery. It is signed on sending, because the signature covers the time. */
export interface WebhookDelivery {
  id: string
  provider: Provider
  url: string
  body: string
  /** Signed values that are not in the body. */
  signed: Record<string, string>
  attempt: number
  /** Milliseconds since 1970. */
  dueAt: number
  forged: boolean
}

export type SignWebhook = (delivery: WebhookDelivery, now: Date) => Record<string, string>

export interface Webhooks {
  /** An object is sent as JSON; a text unchanged, with the content type that its signer names. */
  notify(provider: Provider, url: string, body: object | string, signed?: Record<string, string>): void
  /** Resumes deliveries that an earlier run left undelivered. */
  resume(): void
  close(): void
}

interface Parts {
  store: Store
  faults: Faults
  signers: Record<Provider, SignWebhook | undefined>
  /**
   * Maps the origin of a callback URL to the origin that is called. Others are not called: a simulator must not reach
   * into private networks.
   */
  targets: Record<string, string>
  now: () => Date
}

const ATTEMPTS = 7
const ANSWER_MS = 10_000
const LATE_MS = 10_000
const isWebhookFault = (fault: string) => webhookFaults.some((each) => each === fault)

export function createWebhooks(dependencies: Parts): Webhooks {
  const { store, faults, now } = dependencies
  const waiting = store.collection<WebhookDelivery>('delivery')
  const timers = new Map<string, NodeJS.Timeout>()

  const schedule = (delivery: WebhookDelivery) => {
    waiting.put(delivery.id, delivery)
    const timer = setTimeout(() => void attempt(delivery), Math.max(0, delivery.dueAt - now().getTime()))
    timers.set(delivery.id, timer.unref())
  }
  const attempt = async (delivery: WebhookDelivery) => {
    const arrived = await send(dependencies, delivery)
    // Closed during the delivery: the next run starts with it again.
    if (!timers.delete(delivery.id)) return
    if (arrived || delivery.forged || delivery.attempt >= ATTEMPTS) return waiting.remove(delivery.id)
    const backOff = 500 * 2 ** delivery.attempt
    schedule({ ...delivery, attempt: delivery.attempt + 1, dueAt: now().getTime() + backOff })
  }

  return {
    notify(provider, url, body, signed = {}) {
      const { origin } = new URL(url)
      if (!(origin in dependencies.targets))
        return console.warn(`${provider}: no webhook is sent to ${origin}, which is not the origin of PUBLIC_URL`)
      const plan = faults.take(provider, ({ fault }) => isWebhookFault(fault))
      const dueAt = now().getTime() + (plan?.fault === 'late-webhook' ? (plan.delayMs ?? LATE_MS) : 0)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const one = { provider, url, body: text, signed, attempt: 1, dueAt, forged: false }
      if (plan?.fault === 'forged-webhook') schedule({ ...one, id: randomUUID(), forged: true })
      if (plan?.fault === 'duplicate-webhook') schedule({ ...one, id: randomUUID() })
      schedule({ ...one, id: randomUUID() })
    },
    resume: () => waiting.list().forEach(schedule),
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

async function send({ signers, targets, now }: Parts, delivery: WebhookDelivery): Promise<boolean> {
  const url = new URL(delivery.url)
  const origin = targets[url.origin]
  const sign = signers[delivery.provider]
  if (origin === undefined || !sign) return false
  const headers = sign(delivery, now())
  try {
    const response = await fetch(origin + url.pathname + url.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(delivery.forged ? forge(headers) : headers) },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.ok
  } catch {
    return false
  }
}

/** A well-formed signature made without the key. */
const forge = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'x-twilio-signature'
        ? randomBytes(20).toString('base64')
        : value.replace(/v1=[0-9a-f]+/, `v1=${randomBytes(32).toString('hex')}`),
    ]),
  )
