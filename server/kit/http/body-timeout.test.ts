import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { bodyTimeout, minimumBodyRate } from './body-timeout.ts'
import { answerProblems } from './problem.ts'

let app: FastifyInstance
let address: URL
beforeAll(async () => {
  app = Fastify({ bodyLimit: 1_000_000 })
  answerProblems(app, createLog('silent'))
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const read = async ({ body }: { body: unknown }) => `read ${(body as Buffer).length}`
  app.post('/slow', { preParsing: bodyTimeout(300) }, read)
  app.post('/paced', { preParsing: minimumBodyRate({ leastBytes: 100, withinMs: 200, mostMs: 2_000 }) }, read)
  address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => app.close())

/** Sends so many bytes every so often until it is through or the connection ends; what it was told. */
function sent(
  path: string,
  { length, piece, everyMs }: { length: number; piece: number; everyMs: number },
): Promise<string> {
  const socket = connect({ host: address.hostname, port: Number(address.port) })
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: x/y\r\ncontent-length: ${length}\r\n\r\n`,
  )
  let left = length
  const timer = setInterval(() => {
    if (left > 0) socket.write('x'.repeat(Math.min(piece, left)))
    left -= piece
  }, everyMs)
  return new Promise((resolve) => {
    let result = ''
    socket.on('data', (answer) => (result += answer))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(result)
    })
  })
}

test('a file that nobody reads, because of its type, is let go and ends nothing but itself', async () => {
  const unread = Fastify()
  unread.post(
    '/paced',
    { preParsing: minimumBodyRate({ leastBytes: 100, withinMs: 50, mostMs: 200 }) },
    async () => 'read',
  )
  const { port } = new URL(await unread.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.write('POST /paced HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 500\r\n\r\nxx')
  const result = await new Promise<string>((resolve) => socket.once('data', (answer) => resolve(String(answer))))
  expect(result).toContain('415')
  // Longer than it takes to call it slow: an error that nobody hears would end this process.
  await new Promise((done) => setTimeout(done, 300))
  socket.destroy()
  await unread.close()
})

test('a body that does not come ends the connection', async () => {
  expect(await sent('/slow', { length: 500, piece: 0, everyMs: 1_000 })).toBe('')
  expect(await sent('/slow', { length: 500, piece: 500, everyMs: 1 })).toContain('read 500')
})

test('a file that is too slow is refused, and its sender hears why', async () => {
  const result = await sent('/paced', { length: 500_000, piece: 1, everyMs: 20 })
  expect(result).toContain('408')
  expect(result).toContain('"code":"TOO_SLOW"')
})

test('a file at the pace of a bad line comes through, however many pieces it is in', async () => {
  expect(await sent('/paced', { length: 5_000, piece: 200, everyMs: 20 })).toContain('read 5000')
})

test('one that keeps the pace and never ends is refused all the same', async () => {
  expect(await sent('/paced', { length: 900_000, piece: 200, everyMs: 20 })).toContain('TOO_SLOW')
})

test('who hangs up in the middle leaves nothing behind', async () => {
  const socket = connect({ host: address.hostname, port: Number(address.port) })
  socket.write('POST /paced HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 500\r\n\r\nab')
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  expect(await sent('/paced', { length: 10, piece: 10, everyMs: 1 })).toContain('read 10')
})
