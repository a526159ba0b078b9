import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import { type Deadline, deadlineIn } from '../keep-alive-connection.ts'
import { PROVIDER_TIMEOUT_MS } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'
import { type H2Response, h2Connection } from './h2-connection.ts'
import { type AppDevice, PushGone, type PushMessage, type PushSender } from './port.ts'

/** Apple accepts an authentication token for an hour, and refuses renewals more often than every 20 minutes. */
const RENEWED_S = 45 * 60

export interface ApnsSettings extends ApnsKey {
  topic: string
  /** `https://api.push.apple.com`, or `https://api.sandbox.push.apple.com` for builds from Xcode. */
  baseUrl: string
  timeoutMs?: number | undefined
}

const PROVIDER = 'apns'
const NO_DEVICE = '0'.repeat(64)
const NO_MESSAGE: PushMessage = {
  title: '',
  body: '',
  path: '/',
  tag: 'doctor',
  urgency: 'normal',
  ttlSeconds: 0,
  topic: 'doctor',
}
const Refused = v.object({ reason: v.string() })
/** 10: at once; 5: when it saves the phone's battery. */
const PRIORITY = { high: '10', normal: '5' } as const

/** Apple Push Notification service (docs/decisions/0086): sends to iPhones over one persistent connection. */
export function apnsPush(settings: ApnsSettings): PushSender<AppDevice<'apns'>> {
  const { origin, pathname } = new URL(settings.baseUrl)
  const connection = h2Connection(origin)
  const passes = apnsPasses(settings)
  const prefix = pathname.replace(/\/$/, '')
  async function post(address: string, message: PushMessage, pass: string, until: Deadline): Promise<H2Response> {
    const headers = headersOf(settings.topic, message, pass)
    try {
      return await connection.post(`${prefix}/3/device/${address}`, headers, payloadOf(message), until)
    } catch (error) {
      // The cause may quote the path, which ends in the device token.
      throw new ProviderDown(PROVIDER, error instanceof Error ? error.name : 'no answer')
    }
  }
  return {
    // A device that does not exist is BadDeviceToken with a valid key and topic.
    check: checkAt(settings.baseUrl, async () => {
      const until = deadlineIn(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS)
      const response = await post(NO_DEVICE, NO_MESSAGE, await passes.get(), until)
      const reason = reasonOf(response)
      if (response.status === 403) throw new CredentialsRefused(PROVIDER, reason)
      if (reason !== '400 BadDeviceToken') throw new ProviderDown(PROVIDER, reason)
    }),
    async wake({ address }, message) {
      const until = deadlineIn(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS)
      const pass = await passes.get()
      let response = await post(address, message, pass, until)
      if (reasonOf(response) === '403 ExpiredProviderToken')
        response = await post(address, message, await passes.renew(pass), until)
      if (response.status === 200) return
      // 410: the token belonged to this app and is no longer valid.
      if (response.status === 410 || reasonOf(response) === '400 BadDeviceToken') throw new PushGone()
      throw new ProviderDown(PROVIDER, reasonOf(response))
    },
    close: connection.close,
  }
}

const headersOf = (topic: string, message: PushMessage, pass: string): Record<string, string> => ({
  authorization: `bearer ${pass}`,
  'apns-topic': topic,
  'apns-push-type': 'alert',
  'apns-priority': PRIORITY[message.urgency],
  'apns-expiration': String(Math.floor(Date.now() / 1000) + message.ttlSeconds),
  // Apple uses one id for queued and shown notifications; only the latest of a consultation matters.
  'apns-collapse-id': message.topic,
})

const payloadOf = ({ title, body, path }: PushMessage): string =>
  JSON.stringify({ aps: { alert: { title, body }, sound: 'default' }, path })

/** `410 Unregistered`: Apple's reason, without the device. */
function reasonOf({ status, text }: H2Response): string {
  const { success, output } = v.safeParse(Refused, parsed(text))
  return success && /^[A-Za-z]{1,40}$/.test(output.reason) ? `${status} ${output.reason}` : `HTTP ${status}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ApnsKey {
  /** The content of the `.p8` file. */
  key: string
  keyId: string
  teamId: string
}

interface ApnsPasses {
  get(): Promise<string>
  renew(refused: string): Promise<string>
}

/**
 * Provider authentication tokens for Apple. All processes issue tokens at the same fixed minutes, and a new process
 * uses the current period: Apple then sees one sender that renews rarely.
 */
export function apnsPasses({ key, keyId, teamId }: ApnsKey): ApnsPasses {
  let cachedPass: { pass: Promise<string>; since: number } | undefined
  const make = (since: number): Promise<string> => {
    const pass = importPKCS8(key, 'ES256').then((privateKey) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setIssuedAt(since)
        .sign(privateKey),
    )
    cachedPass = { pass, since }
    return pass
  }
  const now = () => Math.floor(Date.now() / 1000)
  const get = (): Promise<string> => {
    const turn = Math.floor(now() / RENEWED_S) * RENEWED_S
    return cachedPass && cachedPass.since >= turn ? cachedPass.pass : make(turn)
  }
  return {
    get,
    // Of several concurrent refusals only the first one creates a new token.
    async renew(refused) {
      const last = cachedPass
      return (await last?.pass) === refused && cachedPass === last ? make(now()) : get()
    },
  }
}
