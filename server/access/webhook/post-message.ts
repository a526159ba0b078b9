import type { WebhookProblem } from '@cuida/core/access/webhook/webhook-api.ts'
import { isWebhookUrl } from '@cuida/core/access/webhook/webhook-url.ts'
import type { Services } from '../../services.ts'
import { type SignedMessage, signMessage } from './webhook-signature.ts'

const TIMEOUT_MS = 10_000
const MOST_READ = 4_096

export interface Target {
  url: string
  secrets: readonly string[]
  mayReachLoopback: boolean
  /** Refuses addresses that are not public, with the code `NOT_PUBLIC`. */
  fetchFromPublic: Services['fetchFromPublic']
}

export interface PostResult {
  /** Null when the endpoint took the message. */
  problem: WebhookProblem | null
  status: number | null
  /** Seconds that the endpoint asks to wait. */
  retryAfter: number | undefined
  /** The start of the answer, if it was asked for. */
  answer: string
}

interface PostOptions {
  /** Read the answer, for the challenge of a verification. */
  readsAnswer?: boolean
  timeoutMs?: number
}

/**
 * Posts a signed message: to public addresses only, without following redirects, and within ten seconds. The connection
 * is made to the address that was checked (content/remote/remote-fetch.ts).
 */
export async function postMessage(
  { url, secrets, mayReachLoopback, fetchFromPublic }: Target,
  message: SignedMessage,
  { readsAnswer = false, timeoutMs = TIMEOUT_MS }: PostOptions = {},
): Promise<PostResult> {
  const failure = (problem: WebhookProblem): PostResult => ({
    problem,
    status: null,
    retryAfter: undefined,
    answer: '',
  })
  if (!isWebhookUrl(url, { mayReachLoopback })) return failure('ADDRESS_REFUSED')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { status, headers, body } = await fetchFromPublic(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Cuida-Webhooks/1',
        'accept-encoding': 'identity',
        ...signMessage(message, secrets),
      },
      redirect: 'manual',
      signal,
      body: message.body,
    })
    const answer = readsAnswer && body ? await readStart(body) : ''
    await body?.cancel().catch(() => {})
    return { problem: problemOf(status), status, retryAfter: readRetryAfter(status, headers), answer }
  } catch (error) {
    if ((error as { code?: string }).code === 'NOT_PUBLIC') return failure('ADDRESS_REFUSED')
    return failure(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE')
  }
}

function problemOf(status: number): WebhookProblem | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'GONE'
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'STATUS'
}

/** Of an overloaded endpoint: seconds, or a date. */
function readRetryAfter(status: number, headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text || (status !== 429 && status !== 503)) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return seconds > 0 ? seconds : undefined
}

async function readStart(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  for (let size = 0; size < MOST_READ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  reader.releaseLock()
  return Buffer.concat(chunks).subarray(0, MOST_READ).toString('utf8')
}

/** What reaches an endpoint, by the settings. */
export const reachOf = ({ env, fetchFromPublic }: Pick<Services, 'env' | 'fetchFromPublic'>) => ({
  mayReachLoopback: env.WEBHOOKS_TO_LOOPBACK === 'on',
  fetchFromPublic,
})
