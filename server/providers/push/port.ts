import { VENDOR, type Vendor } from '@cuida/core/kit/vendors/vendors.ts'

/** What is told: so little that it may lie on a locked screen. */
export interface PushMessage {
  title: string
  body: string
  /** The screen that it is about, such as `/consultations/8f1c`. */
  path: string
  /** Tag of the notification: a later one with the same tag replaces it on the screen. */
  tag: string
  urgency: 'normal' | 'high'
  ttlSeconds: number
  /** At most 32 letters and digits: of those that wait for a sleeping device only the last is kept. */
  topic: string
}

/** A browser that its person allowed us to wake, as its push service names it. */
export interface WebDevice {
  kind: 'web'
  /** A secret in the form of an address: never in a log. */
  address: string
  p256dh: string
  auth: string
}

/** An installed app: by Firebase Cloud Messaging where it is Android's, by Apple's service where it is an iPhone's. */
export interface AppDevice<K extends Vendor<'apps'> = Vendor<'apps'>> {
  kind: K
  /** The token by which its maker reaches it: a secret as well. */
  address: string
}

export type PushDevice = WebDevice | AppDevice<typeof VENDOR.fcm> | AppDevice<typeof VENDOR.apns>

/** The device took its permission back, or is no more: forget it. */
export class PushGone extends Error {
  override readonly name = 'PushGone'
  constructor() {
    super('PUSH_GONE')
  }
}

/** Wakes devices of one kind. Throws PushGone or ProviderDown, which name no address. */
export interface Wakes<D extends PushDevice> {
  wake(device: D, message: PushMessage): Promise<void>
  /** Ends the connection that is kept, where one is. */
  close?(): void
}

/** Wakes a browser (RFC 8030, 8291, 8292). */
export interface Push extends Wakes<WebDevice> {
  /** What a browser asks us for when it is to be woken by us alone: the VAPID public key, base64url. */
  readonly publicKey: string
  /** Whether an endpoint is one of a push service that we know: anything else could be an address inside our network. */
  isAllowed(endpoint: string): boolean
}

/** Who wakes which kind of device; a place may be without one of them, or all (docs/decisions/0080). */
export interface Wakers {
  push: Push
  fcm: Wakes<AppDevice<typeof VENDOR.fcm>> | undefined
  apns: Wakes<AppDevice<typeof VENDOR.apns>> | undefined
}

/** Whether this place wakes such a device, and may: who asks for a device of another kind would wait for ever. */
export function mayWake({ push, fcm, apns }: Wakers, { kind, address }: Pick<PushDevice, 'kind' | 'address'>): boolean {
  if (kind === 'web') return push.isAllowed(address)
  return (kind === VENDOR.fcm ? fcm : apns) !== undefined
}

export async function wakeDevice({ push, fcm, apns }: Wakers, device: PushDevice, message: PushMessage): Promise<void> {
  if (device.kind === 'web') return push.wake(device, message)
  if (device.kind === VENDOR.fcm) return fcm?.wake(device, message)
  return apns?.wake(device, message)
}
