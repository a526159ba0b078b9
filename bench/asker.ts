import { type Line, openLine } from './wire.ts'

export interface Answer {
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
  let opened: Promise<Line> | undefined
  return {
    close: () => void opened?.then((line) => line.close()),
    async ask(method, path, body, headers = {}) {
      opened ??= openLine(url, { localAddress, readsBodies: true })
      const line = await opened
      const { status, etag, text } = await line.ask({ method, path, headers, body: body && JSON.stringify(body) })
      return { status, etag, body: text ? JSON.parse(text) : undefined }
    },
  }
}
