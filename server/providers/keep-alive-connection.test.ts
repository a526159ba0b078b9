import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { deadlineIn } from './keep-alive-connection.ts'
import { exchange } from './post.ts'
import { ProviderDown } from './provider-down.ts'

let server: Server
let connections: Socket[]
let requestCount: number
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serving(answer: RequestListener) {
  requestCount = 0
  connections = []
  server = createServer((request, response) => {
    requestCount++
    answer(request, response)
  })
  server.on('connection', (socket) => connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return (json: object = { a: 1 }, timeoutMs = 2_000) =>
    exchange({ provider: 'some', method: 'POST', url, headers: {}, json, until: deadlineIn(timeoutMs) })
}

test('requests to one provider share a connection', async () => {
  const sendRequest = await serving((_, response) => response.end('{"b":2}'))
  for (let times = 0; times < 3; times++) expect(await sendRequest()).toEqual({ status: 200, body: { b: 2 } })
  expect(connections).toHaveLength(1)
})

test('a request is sent whole, with its length in bytes', async () => {
  const sendRequest = await serving(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    response.end(JSON.stringify({ text, length: request.headers['content-length'] }))
  })
  expect((await sendRequest({ name: 'Conceição 💚' })).body).toEqual({ text: '{"name":"Conceição 💚"}', length: '27' })
})

test('a connection closed while idle is replaced', async () => {
  const sendRequest = await serving((_, response) => response.end('{}'))
  await sendRequest()
  const ended = once(connections[0] as Socket, 'close')
  connections[0]?.end()
  await ended
  expect((await sendRequest()).status).toBe(200)
  expect(connections).toHaveLength(2)
})

test('a connection lost during a request does not repeat it', async () => {
  const sendRequest = await serving((request, response) => {
    if (requestCount === 1) response.end('{}')
    else request.socket.destroy()
  })
  await sendRequest()
  await expect(sendRequest()).rejects.toBeInstanceOf(ProviderDown)
  expect(requestCount).toBe(2)
})

test.each([
  ['by the end of the connection', { connection: 'close' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('a response whose length is given %s is read to its end', async (_, headers) => {
  const payload = 'x'.repeat(200_000)
  const sendRequest = await serving((_, response) => response.writeHead(200, headers).end(JSON.stringify(payload)))
  expect((await sendRequest()).body).toBe(payload)
})

test('a response that stalls is an error at the deadline', async () => {
  const sendRequest = await serving((_, response) => response.writeHead(200, { 'content-length': '9' }).write('{'))
  await expect(sendRequest({}, 200)).rejects.toBeInstanceOf(ProviderDown)
})

test('a truncated response is an error', async () => {
  const sendRequest = await serving((request, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('{', () => request.socket.destroy())
  })
  await expect(sendRequest()).rejects.toBeInstanceOf(ProviderDown)
})

test('a response in another protocol is an error', async () => {
  const sendRequest = await serving((_, response) => {
    response.writeHead(101, { upgrade: 'other', connection: 'upgrade' }).end()
  })
  await expect(sendRequest()).rejects.toBeInstanceOf(ProviderDown)
})
