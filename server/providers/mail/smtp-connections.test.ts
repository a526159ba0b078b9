import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MailRefused } from './port.ts'
import { smtpMail } from './smtp.ts'

const email = (to: string) => ({ to, subject: 'Hello', text: 'One e-mail.', key: randomUUID() })

interface Line {
  near: Socket
  far: Socket
}

let simulators: RunningSimulators
let server: Server
let lines: Line[]
let url: string

beforeAll(async () => {
  simulators = await startSimulators()
  server = createServer((near) => {
    const far = connect(Number(new URL(simulators.mailUrl).port), '127.0.0.1')
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far).pipe(near)
    lines.push({ near, far })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = Object.assign(new URL(simulators.mailUrl), { port: String((server.address() as AddressInfo).port) }).toString()
})
beforeEach(() => {
  lines = []
})
afterAll(async () => {
  for (const { near, far } of lines) for (const socket of [near, far]) socket.destroy()
  server.close()
  await simulators.close()
})

const open = (timeoutMs = 2_000) => smtpMail({ url, from: 'Cuida <hello@cuida.test>', timeoutMs })
const arrived = async (to: string) => (await simulators.outbox(to)).length

test('several e-mails share one connection, each with its own recipient', async () => {
  const mail = open()
  for (const to of ['k1@example.com', 'k2@example.com', 'k3@example.com']) await mail.send(email(to))
  expect(lines).toHaveLength(1)
  expect(await Promise.all(['k1@example.com', 'k2@example.com', 'k3@example.com'].map(arrived))).toEqual([1, 1, 1])
})

test('concurrent e-mails do not wait for each other', async () => {
  const mail = open()
  await Promise.all(['s1@example.com', 's2@example.com'].map((to) => mail.send(email(to))))
  expect(lines).toHaveLength(2)
})

test('a refused address does not affect later e-mails', async () => {
  const mail = open()
  await mail.send(email('r1@example.com'))
  await expect(mail.send(email('nobody@refused.example'))).rejects.toEqual(new MailRefused())
  await mail.send(email('r2@example.com'))
  expect(await arrived('r2@example.com')).toBe(1)
})

test.each([
  ['hung up', ({ near }: Line) => near.end()],
  ['cut off', ({ near }: Line) => near.resetAndDestroy()],
])('a connection that was %s between e-mails loses none, and duplicates none', async (how, end) => {
  const mail = open()
  const to = `${how.replace(' ', '')}@example.com`
  await mail.send(email('before@example.com'))
  end(lines[0] as Line)
  await mail.send(email(to))
  expect(await arrived(to)).toBe(1)
  expect(lines).toHaveLength(2)
})

test('a dead connection is replaced after its timeout', async () => {
  const mail = open(400)
  await mail.send(email('before@example.com'))
  const [line] = lines
  line?.near.unpipe(line.far)
  await mail.send(email('silent@example.com'))
  expect(await arrived('silent@example.com')).toBe(1)
  expect(lines).toHaveLength(2)
})
