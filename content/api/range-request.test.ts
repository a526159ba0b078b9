import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startContentApp } from '../test-bundle.ts'

const FILM = '/uploads/films/the-plate.mp4'
let app: FastifyInstance
let whole: Buffer
beforeAll(async () => {
  app = await startContentApp()
  whole = (await app.inject(FILM)).rawPayload
})
afterAll(() => app.close())

const fetchRange = async (range: string, more: Record<string, string> = {}) => {
  const { statusCode, headers, rawPayload } = await app.inject({ url: FILM, headers: { range, ...more } })
  return { status: statusCode, range: headers['content-range'], bytes: rawPayload }
}

test.each([
  ['the first two bytes, as phones ask before they play', 'bytes=0-1', 0, 1],
  ['from the middle to the end', 'bytes=1000-', 1_000, Number.POSITIVE_INFINITY],
  ['more than there is', 'bytes=1000-99999999', 1_000, Number.POSITIVE_INFINITY],
])('%s [B2.13]', async (_, range, from, to) => {
  const last = Math.min(to, whole.length - 1)
  const { status, range: contentRange, bytes } = await fetchRange(range)
  expect([status, contentRange]).toEqual([206, `bytes ${from}-${last}/${whole.length}`])
  expect(bytes.equals(whole.subarray(from, last + 1))).toBe(true)
})

test('a suffix range returns the last hundred bytes', async () => {
  const { status, bytes } = await fetchRange('bytes=-100')
  expect([status, bytes.equals(whole.subarray(-100))]).toEqual([206, true])
})

test('a range beyond the end returns 416 with the length', async () => {
  const { status, range } = await fetchRange(`bytes=${whole.length}-`)
  expect([status, range]).toEqual([416, `bytes */${whole.length}`])
})

test.each(['bytes=0-1,5-6', 'bytes=-', 'lines=1-2', ''])('%s is answered with the whole video', async (range) => {
  const { status, bytes } = await fetchRange(range)
  expect([status, bytes.length]).toEqual([200, whole.length])
})

test('a range with the ETag of another version is not served', async () => {
  expect((await fetchRange('bytes=0-1', { 'if-range': '"old"' })).status).toBe(200)
})

test('a video is sent uncompressed, captions compressed; both are cached for ever under their hash', async () => {
  const { headers } = await app.inject({ url: FILM, headers: { 'accept-encoding': 'br' } })
  expect([headers['content-type'], headers['accept-ranges'], headers['content-encoding']]).toEqual([
    'video/mp4',
    'bytes',
    undefined,
  ])
  const list = (await app.inject('/api/courses?populate=*&locale=en')).json()
  const [{ videoUrl, captionsUrl, posterUrl }] = list.data[0].attributes.lessons
  expect(videoUrl).toMatch(/^\/uploads\/films\/your-first-week_[0-9a-f]{10}\.mp4$/)
  for (const url of [videoUrl, captionsUrl, posterUrl]) {
    const reply = await app.inject(url)
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
  expect((await app.inject(captionsUrl)).headers['content-type']).toBe('text/vtt; charset=utf-8')
})

test('the join link of a webinar is not served', async () => {
  const { body } = await app.inject('/api/webinars?populate=*')
  expect(body).toContain('sleep-and-weight')
  expect(body).not.toContain('joinUrl')
  expect(body).not.toContain('vidaligera.example/webinars')
  expect((await app.inject('/api/webinar-links')).statusCode).toBe(404)
})
