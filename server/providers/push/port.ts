import { VENDOR, type Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { Checkable } from '../provider-check.ts'

/** A notification that reveals so little that it may appear on a locked screen. */
export interface PushMessage {
  title: string
  body: string
  /** The screen to open, such as `/consultations/8f1c`. */
  path: string
  /** Tag of the notification: a later one with the same tag replaces it on the screen. */
  tag: string
  urgency: 'normal' | 'high'
  ttlSeconds: number
  /** At most 32 letters and digits: the push service keeps only the last queued notification of a topic. */
  topic: string
}

/** A browser with permission for notifications, by its push subscription. */
export interface WebDevice {
  kind: 'web'
  /** The endpoint URL, a secret: never logged. */
  address: string
  p256dh: string
  auth: string
}

/** An installed app: Firebase Cloud Messaging for Android, Apple's push service for an iPhone. */
export interface AppDevice<K extends Vendor<'apps'> = Vendor<'apps'>> {
  kind: K
  /** The device token, a secret as well. */
  address: string
}

export type PushDevice = WebDevice | AppDevice<typeof VENDOR.fcm> | AppDevice<typeof VENDOR.apns>

/** The permission was withdrawn or the device is gone: forget it. */
export class PushGone extends Error {
  override readonly name = 'PushGone'
  constructor() {
    super('PUSH_GONE')
  }
}

/** Sends to devices of one kind. Throws PushGone or ProviderDown, which contain no address. */
export interface PushSender<D extends PushDevice> extends Checkable {
  wake(device: D, message: PushMessage): Promise<void>
  close?(): void
}

/** Web push (RFC 8030, 8291, 8292). */
export interface Push extends PushSender<WebDevice> {
  /** VAPID public key, base64url; a browser ties its subscription to it. */
  readonly publicKey: string
  /** Whether the endpoint belongs to a known push service: any other URL could point into our network. */
  isAllowed(endpoint: string): boolean
}

/** The sender for each kind of device; a deployment may have any of them disabled (docs/decisions/0080). */
export interface PushSenders {
  push: Push
  fcm: PushSender<AppDevice<typeof VENDOR.fcm>> | undefined
  apns: PushSender<AppDevice<typeof VENDOR.apns>> | undefined
}

/** Whether this deployment can send to the device: a device of a disabled kind would wait for ever. */
export function canPush(
  { push, fcm, apns }: PushSenders,
  { kind, address }: Pick<PushDevice, 'kind' | 'address'>,
): boolean {
  if (kind === 'web') return push.isAllowed(address)
  return (kind === VENDOR.fcm ? fcm : apns) !== undefined
}

export async function wakeDevice(
  { push, fcm, apns }: PushSenders,
  device: PushDevice,
  message: PushMessage,
): Promise<void> {
  if (device.kind === 'web') return push.wake(device, message)
  if (device.kind === VENDOR.fcm) return fcm?.wake(device, message)
  return apns?.wake(device, message)
}
