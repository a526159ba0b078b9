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

/** Sends some bytes at an interval until the upload is complete or the connection ends; returns the response. */
function sent(
  path: string,
  { length, piece, everyMs }: { length: number; piece: number; everyMs: number },
): Promise<string> {
  const socket = connect({ host: address.hostname, port: Number(address.port) })
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: x/y\r\ncontent-length: ${length}\r\n\r\n`,
  )
  let bytesLeft = length
  const timer = setInterval(() => {
    if (bytesLeft > 0) socket.write('x'.repeat(Math.min(piece, bytesLeft)))
    bytesLeft -= piece
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

test('a file of an unsupported type that nobody reads ends only its own request', async () => {
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
  // Longer than the minimum-rate check: an unhandled error event would end this process.
  await new Promise((done) => setTimeout(done, 300))
  socket.destroy()
  await unread.close()
})

test('a missing body ends the connection', async () => {
  expect(await sent('/slow', { length: 500, piece: 0, everyMs: 1_000 })).toBe('')
  expect(await sent('/slow', { length: 500, piece: 500, everyMs: 1 })).toContain('read 500')
})

test('a file that is too slow is refused, and its sender gets the reason', async () => {
  const result = await sent('/paced', { length: 500_000, piece: 1, everyMs: 20 })
  expect(result).toContain('408')
  expect(result).toContain('"code":"TOO_SLOW"')
})

test('a file at the speed of a bad line arrives, in any number of pieces', async () => {
  expect(await sent('/paced', { length: 5_000, piece: 200, everyMs: 20 })).toContain('read 5000')
})

test('an endless file at sufficient speed is refused', async () => {
  expect(await sent('/paced', { length: 900_000, piece: 200, everyMs: 20 })).toContain('TOO_SLOW')
})

test('a client that disconnects halfway leaves nothing behind', async () => {
  const socket = connect({ host: address.hostname, port: Number(address.port) })
  socket.write('POST /paced HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 500\r\n\r\nab')
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  expect(await sent('/paced', { length: 10, piece: 10, everyMs: 1 })).toContain('read 10')
})
