import { readFileSync } from 'node:fs'
import { mailtoOf } from '@cuida/core/kit/email-address.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import * as v from 'valibot'
import type { ProviderEnv } from '../../kit/provider-settings.ts'
import { type Credential, resolveEndpoint } from '../resolve-credentials.ts'
import { apnsPush } from './apns.ts'
import { fcmPush } from './fcm.ts'
import { AUDIENCE, ServiceAccount } from './google-access.ts'
import type { AppDevice, Push, PushSender } from './port.ts'
import { vapidOf } from './vapid.ts'
import { webPush } from './web-push.ts'

const FIREBASE = 'https://fcm.googleapis.com'
const APPLE = { on: 'https://api.sandbox.push.apple.com', off: 'https://api.push.apple.com' } as const

/** Browsers bring their own push services, so there is nothing to configure; the simulator is one more. */
export function choosePush(env: ProviderEnv, supportEmail: string): Push {
  const { SIMULATORS_URL, PUBLIC_URL } = env
  const simulator = SIMULATORS_URL && {
    seen: `${PUBLIC_URL}/simulators/push/`,
    reached: `${SIMULATORS_URL}/simulators/push/`,
  }
  return webPush({ vapid: vapidOf(env), subject: mailtoOf(supportEmail), ...(simulator ? { simulator } : {}) })
}

export function chooseFcm(env: ProviderEnv): PushSender<AppDevice<typeof VENDOR.fcm>> {
  const { get, server } = resolveEndpoint(env, ['FCM_SERVICE_ACCOUNT'], VENDOR.fcm, FIREBASE)
  const account = serviceAccountIn(textOf('FCM_SERVICE_ACCOUNT', get('FCM_SERVICE_ACCOUNT'), '{'))
  if (!account)
    throw new Error(
      'FCM_SERVICE_ACCOUNT is invalid: set it to the JSON key of a service account, or to the path of that file.',
    )
  return fcmPush({ account, baseUrl: server, tokenUrl: server === FIREBASE ? AUDIENCE : `${server}/token` })
}

export function chooseApns(env: ProviderEnv): PushSender<AppDevice<typeof VENDOR.apns>> {
  const names: Credential[] = ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC']
  const { get, server } = resolveEndpoint(env, names, VENDOR.apns, APPLE[env.APNS_SANDBOX ?? 'off'])
  const key = textOf('APNS_KEY', get('APNS_KEY'), PEM).trim()
  if (!key.startsWith(PEM))
    throw new Error('APNS_KEY is invalid: set it to the content of Apple’s .p8 file, or to its path.')
  const keyId = get('APNS_KEY_ID')
  const teamId = get('APNS_TEAM_ID')
  const topic = get('APNS_TOPIC')
  return apnsPush({ baseUrl: server, key, keyId, teamId, topic })
}

const PEM = '-----BEGIN PRIVATE KEY-----'

/**
 * The value itself, or the content of the file that it names. A key's line breaks may be written `\n`, as in a
 * settings file.
 */
function textOf(name: Credential, value: string, begins: string): string {
  if (value.trimStart().startsWith(begins)) return begins === PEM ? value.replaceAll('\\n', '\n') : value
  try {
    return readFileSync(value.trim(), 'utf8')
  } catch {
    throw new Error(`${name} names a file that cannot be read.`)
  }
}

function serviceAccountIn(text: string): ServiceAccount | undefined {
  try {
    const { success, output } = v.safeParse(ServiceAccount, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
