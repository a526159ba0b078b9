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
}
type Reply = object | null | ((request: MockRequest) => object | null | Promise<object | null>)

/** Replaces `fetch` until the test ends. A call without a reply is refused with 404. */
export function mockServer() {
  const requests: MockRequest[] = []
  const replies: { call: Call; reply: Reply; status: number }[] = []
  const { fetch } = globalThis
  onTestFinished(() => void Object.assign(globalThis, { fetch }))
  globalThis.fetch = async (address, { method = 'GET', body, headers } = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://api.test')
    const sent = new Headers(headers)
    const request = {
      method,
      path: pathname,
      query: searchParams,
      body: body ? JSON.parse(String(body)) : undefined,
      token: sent.get('authorization')?.replace('Bearer ', ''),
      idempotencyKey: sent.get('idempotency-key') ?? undefined,
    }
    requests.push(request)
    const match = replies.findLast(({ call }) => call.method === method && patternOf(call).test(pathname))
    if (!match) return Response.json({ code: 'NOT_MOCKED' }, { status: 404 })
    const reply = typeof match.reply === 'function' ? await match.reply(request) : match.reply
    if (reply instanceof Response) return reply
    return reply === null ? new Response(null, { status: 204 }) : Response.json(reply, { status: match.status })
  }
  return {
    requests,
    /** The last reply that was given for a call counts. */
    reply: (call: Call, reply: Reply, status = 200) => void replies.push({ call, reply, status }),
    refuse: (call: Call, code: string, status = 409, more: object = {}) =>
      void replies.push({ call, reply: { code, ...more }, status }),
    requestsTo: (call: Call) =>
      requests.filter(({ method, path }) => call.method === method && patternOf(call).test(path)),
  }
}

const patternOf = ({ path }: Call) => new RegExp(`^/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`)
