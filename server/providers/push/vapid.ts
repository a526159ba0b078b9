import { createECDH, createHmac } from 'node:crypto'
import { oldestKey, readSecretKeys } from '../../kit/crypto/keys.ts'
import { SettingsMissing } from '../resolve-credentials.ts'

export interface Vapid {
  publicKey: string
  privateKey: string
}

interface VapidEnv {
  VAPID_PUBLIC_KEY?: string
  VAPID_PRIVATE_KEY?: string
  APP_SECRET?: string
}

/**
 * The configured keys, or a pair derived from the oldest key of APP_SECRET, the same in every process, after every
 * restart and while a new key is added. Changed keys invalidate every subscription, so set these keys before you remove
 * the oldest one (`npm run secrets -- --rotate` prints them).
 */
export function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, APP_SECRET = '' }: VapidEnv): Vapid {
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY) return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
  if (VAPID_PUBLIC_KEY || VAPID_PRIVATE_KEY) {
    throw new SettingsMissing([VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'])
  }
  const keys = readSecretKeys(APP_SECRET)
  if (!keys) throw new SettingsMissing(['APP_SECRET'])
  const privateKey = createHmac('sha256', Buffer.from(oldestKey(keys).value, 'base64url'))
    .update('vapid')
    .digest()
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
