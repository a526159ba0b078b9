import type { lookup } from 'node:dns'
import { isLoopbackAddress, isPublicAddress, remoteFetch } from '@cuida/content/remote/remote-fetch.ts'
import { expect, test } from 'vitest'
import { postMessage } from './post-message.ts'
import { newReceiver } from './test-webhooks.ts'
import { newWebhookSecret } from './webhook-signature.ts'

const MESSAGE = { id: 'message-1', timestamp: Math.floor(Date.now() / 1_000), body: '{"type":"order.paid","data":{}}' }

interface Options {
  mayReachLoopback?: boolean
  /** The answers of the name server, one for each question. */
  names?: string[][]
  timeoutMs?: number
  readsAnswer?: boolean
  secret?: string
}

async function post(url: string, { mayReachLoopback = false, names = [], secret, ...options }: Options = {}) {
  const asked: string[] = []
  const answers = [...names]
  const resolve = ((host: string, _: unknown, done: (error: null, found: object[]) => void) => {
    asked.push(host)
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as typeof lookup
  const mayReach = (address: string) => isPublicAddress(address) || (mayReachLoopback && isLoopbackAddress(address))
  const fetchFromPublic = remoteFetch({ lookup: resolve, mayReach })
  const target = { url, secrets: [secret ?? newWebhookSecret()], mayReachLoopback, fetchFromPublic }
  return { ...(await postMessage(target, MESSAGE, options)), asked }
}

test.each([
  ['loopback', '127.0.0.1'],
  ['another address of loopback', '127.8.8.8'],
  ['a private network', '10.1.2.3'],
  ['another private network', '172.31.0.1'],
  ['a home network', '192.168.1.1'],
  ['the metadata of a cloud', '169.254.169.254'],
  ['a carrier’s network', '100.64.0.1'],
  ['a group', '224.0.0.1'],
  ['no address', '0.0.0.0'],
  ['everybody', '255.255.255.255'],
  ['loopback of IPv6', '::1'],
  ['no address of IPv6', '::'],
  ['a private network of IPv6', 'fd00::1'],
  ['the metadata of a cloud over IPv6', 'fd00:ec2::254'],
  ['a link', 'fe80::1'],
  ['a group of IPv6', 'ff02::1'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6, in hexadecimal', '::ffff:a00:1'],
  ['IPv4 behind NAT64', '64:ff9b::a00:1'],
  ['IPv4 behind a local NAT64', '64:ff9b:1::a00:1'],
  ['IPv4 in 6to4', '2002:a00:1::1'],
])('a name that leads to %s (%s) is refused', async (_, address) => {
  expect((await post('https://hospital.example/', { names: [[address]] })).problem).toBe('ADDRESS_REFUSED')
  // An attacker's name server may hide it behind a public one.
  expect((await post('https://hospital.example/', { names: [['93.184.215.14', address]] })).problem).toBe(
    'ADDRESS_REFUSED',
  )
})

test.each([
  'https://10.0.0.1/',
  'https://user@hospital.example/',
  'https://hospital.example:22/',
  'http://127.0.0.1:1/',
])('%s is refused without a question to the name server', async (url) =>
  expect(await post(url)).toMatchObject({ problem: 'ADDRESS_REFUSED', asked: [] }),
)

test('a name is resolved once, so that it cannot lead elsewhere after the check', async () => {
  const receiver = await newReceiver()
  receiver.secret = newWebhookSecret()
  const url = receiver.url.replace('127.0.0.1', 'localhost')
  const names = [['127.0.0.1'], ['10.0.0.1']]
  const result = await post(url, { mayReachLoopback: true, names, secret: receiver.secret })
  expect(result).toMatchObject({ problem: null, status: 200, asked: ['localhost'] })
  // The second message resolves it again, and what it finds is checked again.
  expect(await post(url, { mayReachLoopback: true, names: names.slice(1) })).toMatchObject({
    problem: 'ADDRESS_REFUSED',
  })
})

test('a redirect is not followed', async () => {
  const [first, second] = [await newReceiver(), await newReceiver()]
  first.secret = newWebhookSecret()
  first.answer = () => ({ status: 307, headers: { location: second.url } })
  const result = await post(first.url, { mayReachLoopback: true, secret: first.secret })
  expect(result).toMatchObject({ problem: 'REDIRECTED', status: 307 })
  expect(second.requests).toEqual([])
})

test('an endpoint that does not answer in time is a timeout, one that does not listen is unreachable', async () => {
  const receiver = await newReceiver()
  receiver.secret = newWebhookSecret()
  receiver.answer = () => ({ isSilent: true })
  const silent = await post(receiver.url, { mayReachLoopback: true, secret: receiver.secret, timeoutMs: 50 })
  expect(silent).toMatchObject({ problem: 'TIMEOUT', status: null })
  receiver.close()
  expect((await post(receiver.url, { mayReachLoopback: true })).problem).toBe('UNREACHABLE')
})

test('no more than four kilobytes of an answer are read', async () => {
  const receiver = await newReceiver()
  receiver.secret = newWebhookSecret()
  receiver.answer = () => ({ body: 'x'.repeat(1_000_000) })
  const options = { mayReachLoopback: true, secret: receiver.secret }
  expect((await post(receiver.url, { ...options, readsAnswer: true })).answer).toHaveLength(4_096)
  expect((await post(receiver.url, options)).answer).toBe('')
})
