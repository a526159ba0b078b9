import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { httpsSettings } from '../testing/test-context.ts'
import { createTestContext } from '../testing/test-contexts.ts'

const HOSTS = {
  ...httpsSettings('https://salud.example'),
  PAYMENT_ORIGIN: 'https://cards.example',
  DESK_URL: 'https://desk.example',
}
const SAFE = { 'strict-transport-security': 'max-age=63072000', 'x-content-type-options': 'nosniff' }

const routes: { method: string; url: string }[] = []
const context = await createTestContext({ env: HOSTS })

const addressOf = (url: string) =>
  url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'nothing')

describe('a desk with allowed addresses', () => {
  let guarded: FastifyInstance
  beforeAll(async () => {
    const env = readEnv({ ...context.env, DESK_ADDRESSES: '10.0.0.0/8, 2001:db8::/32' })
    guarded = await createApp({ ...context.services, env }, ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    })
  })
  afterAll(() => guarded.close())
  const from = (remoteAddress: string, url: string, method = 'GET', headers: Record<string, string> = {}) =>
    guarded.inject({ url, method: method as 'GET', remoteAddress, headers: { host: 'desk.example', ...headers } })
  const OUTSIDE = ['192.0.2.7', '2001:db9::1', '::ffff:192.0.2.7']
  const INSIDE = ['10.1.2.3', '2001:db8::1', '::ffff:10.1.2.3']

  test('every desk route is closed to other addresses, whatever headers they send', async () => {
    const ofDesk = routes.filter(({ url, method }) => /^(\/v1)?\/desk(\/|$)/.test(url) && method !== 'OPTIONS')
    expect(ofDesk.length).toBeGreaterThan(50)
    const wrong: string[] = []
    const lies = { 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3', 'x-real-ip': '10.1.2.3' }
    for (const { method, url } of ofDesk)
      for (const address of OUTSIDE) {
        const { statusCode } = await from(address, addressOf(url), method, lies)
        if (statusCode !== 403) wrong.push(`${method} ${url} from ${address}: ${statusCode}`)
      }
    expect(wrong).toEqual([])
    for (const address of INSIDE) expect((await from(address, '/desk')).statusCode).toBe(200)
    for (const address of INSIDE) expect((await from(address, '/v1/desk/me')).statusCode).toBe(401)
  })

  test.each([
    ['es-ES,es;q=0.9', 'Al escritorio', 'es-ES'],
    ['pt-BR', 'mesa de atendimento', 'pt-BR'],
    ['fr', 'clinic’s network', 'en'],
  ])('in %s a person reads why the desk is closed', async (language, catalogueFor, lang) => {
    const { body, headers } = await from('192.0.2.7', '/desk/people', 'GET', { 'accept-language': language })
    expect(body).toMatch(new RegExp(catalogueFor))
    expect(body).toContain(`<html lang="${lang}">`)
    expect(headers).toMatchObject({ ...SAFE, 'cache-control': 'no-store' })
  })

  test('patients may come from any address', async () => {
    const host = 'salud.example'
    for (const url of ['/', '/v1/locales', '/uploads/favicon.svg'])
      expect((await from('192.0.2.7', url, 'GET', { host })).statusCode).toBe(200)
  })

  test.each(['', 'clinic', '10.0.0.0/33', '10.0.0.0/8;192.0.2.7'])(
    'the list of addresses cannot be "%s"',
    (DESK_ADDRESSES) => expect(() => readEnv({ ...context.env, DESK_ADDRESSES })).toThrow('DESK_ADDRESSES'),
  )
})
