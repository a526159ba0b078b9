import type { Call, Input } from '@cuida/core/kit/call.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { shape } from '../request.ts'

// What a page asks of the server, looked at as it leaves and without a page: everything between what somebody chose and
// the line is the app's own.

/** A request as it leaves the page. */
export interface Leaving extends Beside {
  method: string
  address: string
  body: unknown
}
interface Beside {
  /** What it shows instead of the session. */
  token?: string
  /** What makes it once, however often it is sent. */
  idempotencyKey?: string
  file?: { name: string; size: number }
}

/** What a declared call looks like on its way, for what it should be about. */
export function asks<C extends Call>(
  call: C,
  ...[input, beside = {}]: unknown extends Input<C> ? [input?: object, beside?: Beside] : [Input<C>, beside?: Beside]
): Leaving {
  const { path, body } = shape(call, { ...(input as object) })
  return { method: call.method, address: `/v1${path}`, body: body && JSON.parse(body), ...beside }
}

/** What a hook gives a component. */
export function given<T>(hook: () => T, queries = new QueryClient()): T {
  const found: T[] = []
  const Component = () => {
    found.push(hook())
    return null
  }
  renderToString(createElement(QueryClientProvider, { client: queries }, createElement(Component)))
  return found[0] as T
}

/** Asks what a screen's reads ask, as one does that has just opened. */
export const reading = (hook: () => unknown) => async (): Promise<void> => {
  const queries = new QueryClient()
  given(hook, queries)
  await Promise.all(
    queries
      .getQueryCache()
      .findAll()
      .map((query) => query.fetch()),
  )
}

/** What leaves the page meanwhile, in order. Each is answered alike; what becomes of the answer is for other tests. */
export async function leaving(deed: () => unknown, answer: object = {}, status = 200): Promise<Leaving[]> {
  const sent: Leaving[] = []
  const { fetch, XMLHttpRequest } = globalThis
  globalThis.fetch = async (address, { method = 'GET', headers = {}, body } = {}) => {
    const left = { method, address: String(address), body: body ? JSON.parse(String(body)) : undefined }
    sent.push({ ...left, ...besideOf(headers as Record<string, string>) })
    return Response.json(answer, { status })
  }
  globalThis.XMLHttpRequest = uploadTo(sent, answer, status) as never
  try {
    await deed()
    // What was let go without being waited for leaves within this turn.
    await new Promise((resolve) => setTimeout(resolve))
  } catch (error) {
    if (sent.length === 0) throw error
  } finally {
    Object.assign(globalThis, { fetch, XMLHttpRequest })
  }
  return sent
}

const besideOf = ({ authorization, 'idempotency-key': idempotencyKey }: Record<string, string>): Beside => ({
  ...(authorization ? { token: authorization.replace('Bearer ', '') } : {}),
  ...(idempotencyKey ? { idempotencyKey } : {}),
})

/** As much of a browser's request as an upload uses. */
const uploadTo = (sent: Leaving[], answer: object, answered: number) =>
  class {
    readonly upload = {}
    readonly status = answered
    readonly responseText = JSON.stringify(answer)
    readonly #headers: Record<string, string> = {}
    #line = { method: '', address: '' }
    onloadend = () => {}
    getResponseHeader = () => null
    open(method: string, address: string): void {
      this.#line = { method, address }
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    send(file: Blob): void {
      const name = decodeURIComponent(this.#headers['x-file-name'] ?? '')
      sent.push({ ...this.#line, body: {}, ...besideOf(this.#headers), file: { name, size: file.size } })
      this.onloadend()
    }
  }
