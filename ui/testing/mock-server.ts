import type { Call } from '@cuida/core/kit/call.ts'
import { onTestFinished } from 'vitest'

export interface MockRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  /** The token of the `authorization` header. */
  token?: string | undefined
  idempotencyKey?: string | undefined
  /** The uploaded file. */
  file?: { name: string; size: number } | undefined
}
type Reply = object | null | ((request: MockRequest) => object | null | Promise<object | null>)

/** Replaces `fetch` and `XMLHttpRequest` until the test ends. A call without a reply is refused with 404. */
export function mockServer() {
  const requests: MockRequest[] = []
  const replies: { call: Call; reply: Reply; status: number }[] = []
  const { fetch, XMLHttpRequest } = globalThis
  onTestFinished(() => void Object.assign(globalThis, { fetch, XMLHttpRequest }))
  async function respond(
    method: string,
    address: string,
    headers: Headers,
    content: Pick<MockRequest, 'body' | 'file'>,
  ) {
    const { pathname, searchParams } = new URL(address, 'http://api.test')
    const request = {
      method,
      path: pathname,
      query: searchParams,
      token: headers.get('authorization')?.replace('Bearer ', ''),
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      ...content,
    }
    requests.push(request)
    const match = replies.findLast(({ call }) => call.method === method && patternOf(call).test(pathname))
    const date = { date: new Date(Date.now() + server.aheadMs).toUTCString() }
    if (!match) return Response.json({ code: 'NOT_MOCKED' }, { status: 404, headers: date })
    const reply = typeof match.reply === 'function' ? await match.reply(request) : match.reply
    if (reply instanceof Response) return reply
    return reply === null
      ? new Response(null, { status: 204, headers: date })
      : Response.json(reply, { status: match.status, headers: date })
  }
  globalThis.fetch = (address, { method = 'GET', body, headers } = {}) =>
    respond(method, String(address), new Headers(headers), { body: body ? JSON.parse(String(body)) : undefined })
  globalThis.XMLHttpRequest = uploadRequest(respond) as never
  const server = {
    /** Milliseconds by which the server's clock is ahead of the device's. */
    aheadMs: 0,
    requests,
    /** The latest reply set for a call applies. */
    reply: (call: Call, reply: Reply, status = 200) => void replies.push({ call, reply, status }),
    refuse: (call: Call, code: string, status = 409, more: object = {}) =>
      void replies.push({ call, reply: { code, ...more }, status }),
    requestsTo: (call: Call) =>
      requests.filter(({ method, path }) => call.method === method && patternOf(call).test(path)),
  }
  return server
}

const patternOf = ({ path }: Call) => new RegExp(`^/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** The part of `XMLHttpRequest` that an upload uses. */
const uploadRequest = (
  respond: (
    method: string,
    address: string,
    headers: Headers,
    content: Pick<MockRequest, 'body' | 'file'>,
  ) => Promise<Response>,
) =>
  class {
    readonly upload = {}
    readonly #headers = new Headers()
    #request = { method: '', address: '' }
    status = 0
    responseText = ''
    onloadend = () => {}
    getResponseHeader = () => null
    open(method: string, address: string): void {
      this.#request = { method, address }
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    async send(content: Blob): Promise<void> {
      const { method, address } = this.#request
      const file = { name: decodeURIComponent(this.#headers.get('x-file-name') ?? ''), size: content.size }
      const response = await respond(method, address, this.#headers, { body: undefined, file })
      this.status = response.status
      this.responseText = await response.text()
      this.onloadend()
    }
  }
