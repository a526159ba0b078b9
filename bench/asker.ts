import { type Connection, openOne, type WireRequest } from './wire.ts'

interface Answer {
  status: number
  etag: string | undefined
  body: unknown
}
export type Ask = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

/**
 * One connection that is kept, from an address of its own: what an address may ask for in an hour is limited, and each
 * buyer comes from home. It shares the machine with what it measures, so it is as light as can be.
 */
export function openConnection(url: string, lane: number): { ask: Ask; close(): void } {
  const localAddress = `127.0.${1 + Math.floor(lane / 250)}.${1 + (lane % 250)}`
  let opened: Connection | undefined
  // Who asks while another is waiting for its answer waits for it, too.
  let before: Promise<unknown> | undefined
  const askNow = async (request: WireRequest): Promise<Answer> => {
    if (!opened?.isOpen()) opened = await openOne(url, { localAddress, readsBodies: true })
    const { status, etag, text } = await opened.ask(request)
    return { status, etag, body: text ? JSON.parse(text) : undefined }
  }
  return {
    close: () => opened?.close(),
    ask(method, path, body, headers = {}) {
      const request = { method, path, headers, body: body && JSON.stringify(body) }
      const answer = before ? before.then(() => askNow(request)) : askNow(request)
      before = answer.catch(() => {})
      return answer
    },
  }
}
