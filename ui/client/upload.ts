import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { CallFailed, OFFLINE } from './call-failed.ts'
import { newTraceId } from './exchange.ts'
import { buildRequest } from './request.ts'
import { headersOf, IDEMPOTENCY_KEY_HEADER, type SendSettings } from './send.ts'

/** Unpaired surrogates, which neither a header nor an address can contain. */
const LONE_SURROGATES = /\p{Surrogate}/gu

export interface UploadOptions {
  /** The idempotency key of the upload: the same key returns the same document. */
  key: string
  /** The file name. */
  name: string
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (done: number) => void
}
export type SendUpload = <C extends Call>(
  call: C,
  input: Input<C>,
  file: Blob,
  options: UploadOptions,
) => Promise<Reply<C>>

/** Without progress for this long the connection counts as dead. */
const STALLED_MS = 30_000

/**
 * Sends a file as the body of a declared call, with XMLHttpRequest, as `fetch` reports no upload progress. Throws
 * `CallFailed` only, or the reason of an aborted signal.
 */
export function createUpload(settings: SendSettings): SendUpload {
  const { session, base = '' } = settings
  return async function upload<C extends Call>(call: C, input: Input<C>, file: Blob, options: UploadOptions) {
    const token = await session.token()
    const traceId = newTraceId()
    const { path } = buildRequest(call, input as Record<string, unknown>)
    const headers = {
      ...headersOf(settings, call, {}, traceId),
      [IDEMPOTENCY_KEY_HEADER]: options.key,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(options.name.replace(LONE_SURROGATES, '\ufffd')),
    }
    const answer = await exchange(`${base}/v1${path}`, headers, file, options)
    if (answer.status === 401 && token) session.refused(token)
    if (answer.status >= 200 && answer.status < 300) return answer.data as Reply<C>
    if (answer.status === 0) throw new CallFailed(0, traceId, { code: OFFLINE })
    const data = typeof answer.data === 'object' && answer.data ? { ...answer.data } : {}
    throw new CallFailed(answer.status, traceId, data, answer.retryAfter)
  }
}

interface Answer {
  /** 0 without a reply. */
  status: number
  data: unknown
  retryAfter?: number | undefined
}

function exchange(
  url: string,
  headers: Record<string, string>,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STALLED_MS)
    }
    const abort = () => request.abort()
    request.upload.onprogress = ({ loaded, total }) => {
      alive()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (signal.aborted) reject(signal.reason)
      else resolve(answerOf(request))
    }
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    signal.addEventListener('abort', abort)
    alive()
    if (signal.aborted) reject(signal.reason)
    else request.send(file)
  })
}

function answerOf(request: XMLHttpRequest): Answer {
  const retryAfter = request.status ? Number(request.getResponseHeader('retry-after')) || undefined : undefined
  return { status: request.status, data: parsed(request.responseText), retryAfter }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
