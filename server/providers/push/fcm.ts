import * as v from 'valibot'
import { type Deadline, deadlineIn } from '../keep-alive-connection.ts'
import { type Answer, exchange, PROVIDER_TIMEOUT_MS } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { ProviderDown } from '../provider-down.ts'
import { accessTokens, type ServiceAccount } from './google-access.ts'
import { type AppDevice, PushGone, type PushMessage, type PushSender } from './port.ts'

export interface FcmSettings {
  account: ServiceAccount
  /** `https://fcm.googleapis.com` */
  baseUrl: string
  /** `https://oauth2.googleapis.com/token` */
  tokenUrl: string
  timeoutMs?: number | undefined
}

const PROVIDER = 'fcm'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** The app creates this channel with a translated name (web/platform/native-push.ts). */
const CHANNEL = 'notifications'

const FieldViolation = v.object({ field: v.string() })
const Refused = v.object({
  error: v.object({
    status: v.optional(v.string()),
    details: v.optional(
      v.array(
        v.object({ errorCode: v.optional(v.string()), fieldViolations: v.optional(v.array(FieldViolation), []) }),
      ),
      [],
    ),
  }),
})

/** Firebase Cloud Messaging, HTTP v1 (docs/decisions/0086): sends to Android apps. */
export function fcmPush({ account, baseUrl, tokenUrl, timeoutMs }: FcmSettings): PushSender<AppDevice<'fcm'>> {
  const tokens = accessTokens({ provider: PROVIDER, account, scope: SCOPE, tokenUrl })
  const url = `${baseUrl}/v1/projects/${account.project_id}/messages:send`
  async function send(message: object, until: Deadline): Promise<Answer> {
    const token = await tokens.get(until)
    try {
      const headers = { authorization: `Bearer ${token}` }
      return await exchange({ provider: PROVIDER, method: 'POST', url, headers, json: { message }, until })
    } catch (error) {
      // The token may have been revoked early. A new one costs one request, and nothing was sent with this one.
      tokens.forget(token)
      throw error
    }
  }
  return {
    check: checkAt(tokenUrl, () => tokens.get(deadlineIn(timeoutMs ?? PROVIDER_TIMEOUT_MS))),
    async wake({ address }, message) {
      const { status, body } = await send(messageOf(address, message), deadlineIn(timeoutMs ?? PROVIDER_TIMEOUT_MS))
      if (status >= 200 && status < 300) return
      if (isGone(status, body)) throw new PushGone()
      throw new ProviderDown(PROVIDER, `HTTP ${status}`)
    },
  }
}

/** Android shows the notification itself, also while the app does not run; `path` is opened on a tap. */
const messageOf = (token: string, { title, body, path, tag, urgency, ttlSeconds, topic }: PushMessage) => ({
  token,
  notification: { title, body },
  data: { path },
  android: {
    priority: urgency === 'high' ? 'HIGH' : 'NORMAL',
    ttl: `${ttlSeconds}s`,
    collapse_key: topic,
    notification: { channel_id: CHANNEL, tag },
  },
})

/** Whether the token belongs to no installation; an error in any other field of the message is our own. */
function isGone(status: number, body: unknown): boolean {
  const { success, output } = v.safeParse(Refused, body)
  if (!success) return false
  const { details } = output.error
  if (status === 404) return details.some(({ errorCode }) => errorCode === 'UNREGISTERED')
  const aboutToken = details.some(({ fieldViolations }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  )
  const others = details.some(({ fieldViolations }) => fieldViolations.length > 0)
  return (
    status === 400 && (aboutToken || (!others && details.some(({ errorCode }) => errorCode === 'INVALID_ARGUMENT')))
  )
}
