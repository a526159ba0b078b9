/** A browser that its person allowed us to wake, as its push service names it. */
export interface PushDevice {
  /** A secret in the form of an address: never in a log. */
  endpoint: string
  p256dh: string
  auth: string
}

/** The browser took its permission back, or is no more: forget it. */
export class PushGone extends Error {
  override readonly name = 'PushGone'
  constructor() {
    super('PUSH_GONE')
  }
}

/** Wakes a browser (RFC 8030, 8291, 8292). Throws PushGone or ProviderDown, which name no endpoint. */
export interface Push {
  /** What a browser asks us for when it is to be woken by us alone: the VAPID public key, base64url. */
  readonly publicKey: string
  /** Whether an endpoint is one of a push service that we know: anything else could be an address inside our network. */
  isAllowed(endpoint: string): boolean
  /** `topic`: of those that wait for a sleeping device only the last is kept. At most 3 KB of text. */
  wake(
    device: PushDevice,
    message: { text: string; urgency: 'normal' | 'high'; ttlSeconds: number; topic: string },
  ): Promise<void>
}
