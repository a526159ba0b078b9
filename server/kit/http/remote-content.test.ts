import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { remoteContentPlugin } from '@cuida/content/remote/plugin.ts'
import { startUpstream, type Upstream } from '@cuida/content/remote/test-upstream.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { answerProblems } from './problem.ts'

const TIMEOUT_MS = 400
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_TYPE = { 'content-type': 'image/png' }

let cms: Upstream
let app: FastifyInstance
beforeAll(async () => {
  cms = await startUpstream()
  app = await appOver(cms.url)
})
afterAll(async () => {
  await app.close()
  await cms.close()
})

async function appOver(url: string): Promise<FastifyInstance> {
  const newApp = Fastify()
  answerProblems(newApp, createLog('silent'))
  await newApp.register(remoteContentPlugin, { url, timeoutMs: TIMEOUT_MS })
  await newApp.listen({ port: 0, host: '127.0.0.1' })
  return newApp
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url, headers, method })

describe('the content service learns nothing about the client', () => {
  const OURS = {
    cookie: '__Host-rt=c.secret; locale=es',
    authorization: 'Bearer eyJsecret',
    'x-session-id': 'secret',
    'x-cart-key': 'secret',
    'x-forwarded-for': '192.0.2.7',
    'user-agent': 'secret browser',
    referer: 'https://salud.example/consultations/secret',
    origin: 'https://salud.example',
    'accept-language': 'es-ES',
    'if-none-match': '"secret"',
    'if-modified-since': 'secret',
    range: 'secret=0-1',
    accept: 'secret/secret',
    'x-anything': 'secret',
  }

  test('a request contains only the requested path', async () => {
    cms.says(PNG, PNG_TYPE)
    expect((await get('/uploads/a.png?token=secret', OURS)).statusCode).toBe(200)
    expect(cms.heard).toMatchObject([{ method: 'GET', url: '/uploads/a.png' }])
    const { host: _, connection: __, ...headers } = cms.heard[0]?.headers ?? {}
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
    ])
    expect(headers).toMatchObject({ 'accept-language': '*', 'user-agent': 'node' })
    expect(JSON.stringify(headers)).not.toMatch(/secret|es-ES|192\.0/)
  })

  test.each(['/api/products', '/api/users', '/v1/locales', '/v1/patient/locales/es', '/admin'])(
    '%s is never requested from the content service',
    async (url) => {
      cms.says('{}', { 'content-type': 'application/json' })
      expect((await get(url, OURS)).statusCode).toBe(404)
      expect(cms.heard).toEqual([])
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s is not found, so nobody changes content through it',
    async (method) => {
      cms.says(PNG, PNG_TYPE)
      for (const url of ['/api/auth/local', '/uploads/a.png'])
        expect((await app.inject({ method, url, payload: {} })).statusCode).toBe(404)
      expect(cms.heard).toEqual([])
    },
  )
})

describe('the content service’s response', () => {
  const HOSTILE = {
    'set-cookie': 'rt=stolen; Path=/',
    'content-security-policy': 'script-src *',
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': 'true',
    'clear-site-data': '"*"',
    'service-worker-allowed': '/',
    'strict-transport-security': 'max-age=0',
    link: '</x.js>; rel=preload; as=script',
    refresh: '0;url=https://evil.example',
    'content-disposition': 'attachment; filename=evil.exe',
    'x-powered-by': 'Strapi',
  }

  test.each([
    ['/uploads/a.png', 'image/png', 'image/png'],
    ['/uploads/a.jpg', 'IMAGE/JPEG', 'image/jpeg'],
    ['/uploads/a.webp', 'image/webp', 'image/webp'],
    ['/uploads/a.avif', 'image/avif', 'image/avif'],
    ['/uploads/a.gif', 'image/gif', 'image/gif'],
    ['/uploads/a.svg', 'image/svg+xml', 'image/svg+xml'],
    ['/uploads/a.mp4', 'video/mp4', 'video/mp4'],
    ['/uploads/a.vtt', 'text/vtt', 'text/vtt; charset=utf-8'],
  ])('%s is passed on as %s with its cache headers, and nothing else', async (url, type, expectedType) => {
    cms.says(PNG, { ...HOSTILE, 'content-type': type, 'cache-control': 'public, max-age=60', etag: '"1"' })
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(expectedType)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox$/)
    for (const name of Object.keys(HOSTILE).filter((one) => one !== 'content-security-policy'))
      expect(headers).not.toHaveProperty(name)
  })

  test.each([
    ['/uploads/evil.html', 'text/html'],
    ['/uploads/evil.xhtml', 'application/xhtml+xml'],
    ['/uploads/evil.xml', 'text/xml'],
    ['/uploads/evil.js', 'text/javascript'],
    ['/uploads/evil.mjs', 'application/javascript'],
    ['/uploads/evil.css', 'text/css'],
    ['/uploads/evil.pdf', 'application/pdf'],
    ['/uploads/evil.swf', 'application/x-shockwave-flash'],
    ['/uploads/evil', 'constructor'],
    ['/uploads/evil', ''],
    ['/uploads/evil.png', 'multipart/x-mixed-replace; boundary=x'],
    ['/uploads/a.json', 'application/json'],
  ])('%s, which the service calls %s, is not passed on', async (url, type) => {
    cms.says('<script>alert(1)</script>', { 'content-type': type })
    const { statusCode, body, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(body).not.toContain('script')
  })

  test.each([
    [400, 404],
    [401, 404],
    [403, 404],
    [404, 404],
    [405, 404],
    [429, 503],
    [301, 503],
    [302, 503],
    [307, 503],
    [204, 503],
    [500, 503],
    [502, 503],
  ])('status %i of the service becomes %i, without its body', async (status, ownStatus) => {
    cms.says(status === 204 ? '' : '{"secret":1}', { ...PNG_TYPE, location: `${cms.url}/inside` }, status)
    const { statusCode, body, headers } = await get('/uploads/a.png')
    expect(statusCode).toBe(ownStatus)
    expect(headers).not.toHaveProperty('location')
    expect(body).not.toContain('secret')
    expect(cms.heard).toHaveLength(1)
    if (ownStatus === 503) expect([JSON.parse(body).code, headers['retry-after']]).toEqual(['UNAVAILABLE', '2'])
  })

  test('a client with the current ETag gets 304', async () => {
    cms.says(PNG, { ...PNG_TYPE, etag: '"p1"' })
    expect((await get('/uploads/a.png', { 'if-none-match': '"p1"' })).statusCode).toBe(304)
    expect((await get('/uploads/a.png', { 'if-none-match': '"p0"' })).rawPayload).toEqual(PNG)
  })

  test('a range of a video is passed on', async () => {
    const piece = { 'content-type': 'video/mp4', 'content-range': 'bytes 0-7/100', 'content-length': '8' }
    cms.says(PNG, piece, 206)
    const { statusCode, headers } = await get('/uploads/a.mp4', { range: 'bytes=0-7' })
    expect([statusCode, headers['content-range'], headers['content-length']]).toEqual([206, 'bytes 0-7/100', '8'])
    expect(cms.heard[0]?.headers.range).toBe('bytes=0-7')
    cms.says('', { 'content-range': 'bytes */100' }, 416)
    expect((await get('/uploads/a.mp4', { range: 'bytes=900-' })).statusCode).toBe(416)
  })

  test('a HEAD request has no body', async () => {
    cms.says(PNG, { 'content-type': 'image/png' })
    const media = await get('/uploads/a.png', {}, 'HEAD')
    expect([media.statusCode, media.headers['content-type'], media.body]).toEqual([200, 'image/png', ''])
    expect(cms.heard[0]?.method).toBe('HEAD')
  })
})

describe('outages of the content service answer with Retry-After at once', () => {
  const unavailable = async (url: string) => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(body).code).toBe('UNAVAILABLE')
  }

  test('the service accepts the request and does not respond', async () => {
    cms.does(() => {})
    await unavailable('/uploads/a.png')
  })

  test('the service closes the connection', async () => {
    cms.does((_, response) => response.destroy())
    await unavailable('/uploads/a.png')
  })

  test('the service is unreachable, or speaks no HTTPS', async () => {
    for (const url of ['http://127.0.0.1:1', cms.url.replace('http:', 'https:')]) {
      const away = await appOver(url)
      const { statusCode } = await away.inject('/uploads/a.png')
      expect(statusCode).toBe(503)
      await away.close()
    }
  })

  test('a video that breaks off is visibly incomplete, and a client that leaves ends the request to the service', async () => {
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/uploads/film.mp4`
    cms.does((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000000' })
      response.write(randomBytes(1_000), () => response.destroy())
    })
    await expect(fetch(address).then((reply) => reply.arrayBuffer())).rejects.toThrow()

    const closing = new Promise<void>((resolve) =>
      cms.does((_, response) => {
        response.on('close', resolve)
        response.writeHead(200, { 'content-type': 'video/mp4' })
        response.write(randomBytes(1_000))
      }),
    )
    const going = await fetch(address)
    await going.body?.cancel()
    await closing
  })
})
