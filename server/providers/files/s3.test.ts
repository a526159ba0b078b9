import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'
import { collectNames, filesContract } from './contract.ts'
import { FileDamaged } from './port.ts'
import { s3Files } from './s3.ts'
import { startS3Server } from './test-s3-server.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

filesContract('s3', {
  make: async () => s3Files(await server.newBucket()),
  unreachable: async () => s3Files({ ...(await server.newBucket()), url: 'http://127.0.0.1:9/documents' }),
})

test('every page of a long list is read', async () => {
  const files = s3Files(await server.newBucket())
  const ids = Array.from({ length: 1_003 }, () => randomUUID())
  for (let at = 0; at < ids.length; at += 50)
    await Promise.all(ids.slice(at, at + 50).map((id) => files.put(id, Buffer.from('x'))))
  expect((await collectNames(files.olderThan(new Date('9999-12-31')))).sort()).toEqual(ids.sort())
})

test('a wrong key or secret is refused, and is no outage of the store', async () => {
  const bucket = await server.newBucket()
  for (const wrong of [{ secretAccessKey: 'another' }, { accessKeyId: 'another' }]) {
    const files = s3Files({ ...bucket, ...wrong })
    await expect(files.get(randomUUID())).rejects.toBeInstanceOf(CredentialsRefused)
    await expect(files.put(randomUUID(), Buffer.from('x'))).rejects.toBeInstanceOf(CredentialsRefused)
    expect(await files.check?.run()).toMatchObject({ state: 'refused' })
  }
})

test('a missing bucket is an error, and no file in it counts as missing', async () => {
  const bucket = await server.newBucket()
  const files = s3Files({ ...bucket, url: `${bucket.url}-other` })
  await expect(files.get(randomUUID())).rejects.toThrow('NoSuchBucket')
  await expect(files.remove(randomUUID())).rejects.toThrow('NoSuchBucket')
  await expect(collectNames(files.olderThan(new Date()))).rejects.toThrow('NoSuchBucket')
  expect(await files.check?.run()).toEqual({ state: 'down', detail: 'files: HTTP 404 NoSuchBucket' })
})

/** Answers with these statuses and bodies in turn, then with the last one; an undefined one closes the connection. */
async function withAnswers(
  answers: ({ status: number; body?: string | Buffer; isCut?: boolean } | undefined)[],
  use: (url: string, asked: () => number) => Promise<void>,
): Promise<void> {
  let asked = 0
  const faulty = createServer((request, response) => {
    request.resume()
    const answer = answers[Math.min(asked++, answers.length - 1)]
    if (answer?.isCut) response.writeHead(200, { 'content-length': 100 }).write('half', () => request.socket.destroy())
    else if (answer) response.writeHead(answer.status).end(answer.body)
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => faulty.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(faulty.address() as AddressInfo).port}/documents`, () => asked)
  } finally {
    faulty.closeAllConnections()
    faulty.close()
  }
}
const KEYS = { region: 'eu-west-1', accessKeyId: 'a', secretAccessKey: 'b', pausesMs: [1, 1] }

test.each([
  ['after a server error and a closed connection', [{ status: 503 }, undefined]],
  ['after a reply that broke off', [{ status: 200, isCut: true }]],
])('a request is repeated %s', (_, failures) =>
  withAnswers([...failures, { status: 200, body: 'one' }], async (url, asked) => {
    expect(String(await s3Files({ url, ...KEYS }).get(randomUUID()))).toBe('one')
    expect(asked()).toBe(failures.length + 1)
  }),
)

test.each([
  ['a lasting server error', 500, 'InternalError', 3],
  ['a full store', 507, 'XMinioStorageFull', 3],
  ['an exhausted quota', 403, 'QuotaExceeded', 1],
  ['a wrong clock', 403, 'RequestTimeTooSkewed', 1],
  ['a redirect to another region', 301, 'PermanentRedirect', 1],
])('%s is an outage', (_, status, code, attempts) =>
  withAnswers([{ status, body: `<Error><Code>${code}</Code></Error>` }], async (url, asked) => {
    const error = await s3Files({ url, ...KEYS })
      .put(randomUUID(), Buffer.from('x'))
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(ProviderDown)
    expect(error).not.toBeInstanceOf(CredentialsRefused)
    expect(error.message).toBe(`files: HTTP ${status} ${code}`)
    expect(asked()).toBe(attempts)
  }),
)

test('a 404 of something else than the store is not a missing file', () =>
  withAnswers([{ status: 404, body: '<html>Not Found</html>' }], async (url) => {
    await expect(s3Files({ url, ...KEYS }).get(randomUUID())).rejects.toBeInstanceOf(ProviderDown)
  }))

test('a reply that is no list of objects is an outage, not an empty bucket', () =>
  withAnswers([{ status: 200, body: '<html></html>' }], async (url) => {
    const files = s3Files({ url, ...KEYS })
    await expect(collectNames(files.olderThan(new Date()))).rejects.toBeInstanceOf(ProviderDown)
    expect(await files.check?.run()).toMatchObject({ state: 'down' })
  }))

test('an object larger than any document is not read to its end', () =>
  withAnswers([{ status: 200, body: Buffer.alloc(65 * 1024 * 1024) }], async (url) => {
    await expect(s3Files({ url, ...KEYS }).get(randomUUID())).rejects.toBeInstanceOf(FileDamaged)
  }))

test('a store that never answers is an outage', async () => {
  const mute = createServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(mute.address() as AddressInfo).port}/documents`
  await expect(s3Files({ url, ...KEYS, timeoutMs: 50 }).get(randomUUID())).rejects.toBeInstanceOf(ProviderDown)
  mute.closeAllConnections()
  mute.close()
})

test.each([
  ['in the path', '/documents', ['/documents?list-type=2&max-keys=1', '/documents?versioning', `/documents/`]],
  ['in the host', '', ['/?list-type=2&max-keys=1', '/?versioning', '/']],
])(
  'a bucket %s is addressed at its root, and one with versioning passes its check with a caution',
  async (_, path, asked) => {
    const urls: string[] = []
    const server = createServer(({ url = '' }, response) => {
      urls.push(url)
      response.end(url.includes('list-type') ? '<ListBucketResult/>' : '<Status>Enabled</Status>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const files = s3Files({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, ...KEYS })
    expect(await files.check?.run()).toMatchObject({
      state: 'accepted',
      caution: expect.stringContaining('versioning'),
    })
    const id = randomUUID()
    await files.get(id)
    expect(urls).toEqual([...asked.slice(0, 2), `${asked[2]}${id}`])
    server.closeAllConnections()
    server.close()
  },
)
