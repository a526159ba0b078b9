import * as v from 'valibot'
import { type Deadline, MAX_REPLY_BYTES, send } from './keep-alive-connection.ts'
import { CredentialsRefused, ProviderDown } from './provider-down.ts'

/** Deadline of a whole operation: a patient waits for most of these calls, so a slower provider counts as down. */
export const PROVIDER_TIMEOUT_MS = 8_000

export interface Exchange {
  provider: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  json?: object
  form?: Record<string, string>
  /** For providers that report errors of the request with a 5xx: the body is read. */
  readsFaults?: boolean
  /** The operation's deadline, shared by all its exchanges. */
  until: Deadline
}

export interface Answer {
  /** 2xx, or a 4xx about the request. */
  status: number
  body: unknown
}

/** Statuses about our credentials or the moment, not about the request: the outcome is unknown. */
const UNSETTLED = new Set([401, 403, 408, 423, 424, 425, 429])

/**
 * One request to a provider: it ends by the deadline, reads at most 1 MB, follows no redirect and never retries.
 * Throws ProviderDown unless the response settles the request.
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const { provider, method, url, headers, json, form, until, readsFaults = false } = request
  const reads = (status: number) =>
    (status < 300 || status >= 400) && (status < 500 || readsFaults) && !UNSETTLED.has(status)
  try {
    const type = json ? JSON_TYPE : form ? FORM_TYPE : {}
    const body = json ? JSON.stringify(json) : form && new URLSearchParams(form).toString()
    const sending = { method, url, headers: { accept: 'application/json', ...type, ...headers }, body, until, reads }
    const { status, text } = await send(sending)
    if (status === 401 || status === 403) throw new CredentialsRefused(provider, `HTTP ${status}`)
    if (!reads(status)) throw new ProviderDown(provider, `HTTP ${status}`)
    return { status, body: JSON.parse(text) }
  } catch (error) {
    if (error instanceof ProviderDown) throw error
    throw new ProviderDown(provider, error instanceof SyntaxError ? 'not JSON' : 'no answer', error)
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }

/** Reads a response up to the size limit, for a library with its own `fetch`. */
export async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_REPLY_BYTES) throw new Error('the reply is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses the documented shape of a response; throws ProviderDown for anything else. */
export function readAnswer<S extends v.GenericSchema>(provider: string, schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new ProviderDown(provider, `unexpected shape at ${v.getDotPath(result.issues[0]) ?? 'the top'}`)
}
