import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startContentApp } from './test-bundle.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await startContentApp()
})
afterAll(() => app.close())

const url = '/api/products?populate=*'
const get = (headers: Record<string, string> = {}, path = url) => app.inject({ url: path, headers })

describe('response bytes', () => {
  test('every encoding contains the same list', async () => {
    const plain = await get()
    const br = await get({ 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get({ 'accept-encoding': 'gzip, br;q=0' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(br.headers.vary).toBe('accept-encoding')
  })
  test('an unchanged list is 304 for the ETag of any encoding', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { etag } = (await get({ 'accept-encoding': encoding })).headers
      const again = await get({ 'accept-encoding': encoding, 'if-none-match': `"old", ${etag}` })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
  })
  test('an ETag of other bytes gets the list', async () => {
    const { etag } = (await get({ 'accept-encoding': 'br' })).headers
    expect((await get({ 'if-none-match': String(etag) })).statusCode).toBe(200)
    expect((await get({ 'if-none-match': String(etag) }, `${url}&locale=en`)).statusCode).toBe(200)
  })
  test('two spellings of one query have one answer', async () => {
    const spelled = await get({}, '/api/products?populate[3]=disclaimer&populate[0]=*&pagination[page]=1')
    expect(spelled.headers.etag).toBe((await get()).headers.etag)
  })
  test('browsers may cache the list for a minute', async () => {
    expect((await get()).headers['cache-control']).toBe('public, max-age=60')
  })
})

describe('files', () => {
  const logo = async () => {
    const { body } = await get({}, '/api/backend-config?populate=*')
    return JSON.parse(body).data.attributes.partnerLogo.data.attributes.url
  }
  test('the logo is served at the URL in the config, cached for ever [A3.1]', async () => {
    const { statusCode, headers, body } = await get({}, await logo())
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(headers['cache-control']).toContain('immutable')
    expect(body).toContain('<svg')
  })
  test('an SVG may run no script', async () => {
    expect((await get({}, '/uploads/favicon.svg')).headers['content-security-policy']).toContain("default-src 'none'")
  })
  test.each(['/uploads/none.svg', '/uploads/../config.json', '/uploads/%2e%2e/config.json', '/uploads/'])(
    '%s is not found',
    async (path) => expect((await get({}, path)).statusCode).toBe(404),
  )
})

describe('messages', () => {
  const fetchMessages = async (language: string) => {
    const { headers, body } = await get({}, `/v1/patient/locales/${language}`)
    return { language: headers['content-language'], retry: JSON.parse(body)['ui.retry'] }
  }
  test.each([
    ['es', 'es', 'Reintentar'],
    ['es-ES', 'es', 'Reintentar'],
    ['en-US', 'en', 'Try again'],
    ['pt-BR', 'pt-BR', 'Tentar de novo'],
    ['pt', 'pt-BR', 'Tentar de novo'],
    ['fr', 'en', 'Try again'],
    ['..%2Fconfig', 'en', 'Try again'],
  ])('%s reads %s', async (acceptLanguage, language, retry) =>
    expect(await fetchMessages(acceptLanguage)).toEqual({ language, retry: [retry] }),
  )
  test('a message with an argument is compiled [A7.8]', async () => {
    const { body } = await get({}, '/v1/patient/locales/en')
    expect(JSON.parse(body)['brand.help.call']).toEqual(['Call ', ['number']])
  })
  test("patients get no messages of the desk or of the server's texts, the desk gets its own", async () => {
    const areasOf = async (query: string) => {
      const keys = Object.keys((await get({}, `/v1/patient/locales/en${query}`)).json())
      return ['ui', 'desk', 'messages'].filter((area) => keys.some((key) => key.startsWith(`${area}.`)))
    }
    expect(await areasOf('')).toEqual(['ui'])
    expect(await areasOf('?app=desk')).toEqual(['ui', 'desk'])
  })
  test("the partner's languages are listed by name [A7.7]", async () => {
    expect((await get({}, '/v1/locales')).json()).toEqual([
      { code: 'es-ES', name: 'Español (España)' },
      { code: 'en', name: 'English' },
    ])
  })
  test('the partner’s override applies in its language only [A7.8]', async () => {
    const worded = await startContentApp((bundle) => ({ ...bundle, overrides: { es: { 'ui.retry': 'Otra vez' } } }))
    const retry = async (language: string) =>
      (await worded.inject(`/v1/patient/locales/${language}`)).json()['ui.retry']
    expect([await retry('es-ES'), await retry('en'), await retry('pt-BR')]).toEqual([
      ['Otra vez'],
      ['Try again'],
      ['Tentar de novo'],
    ])
    await worded.close()
  })
})
