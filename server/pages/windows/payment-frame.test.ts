import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { challengePolicy, framePolicy, frameUrl } from './payment-frame.ts'

const THERE = { host: 'cards.test' }
const context = await createTestContext()

const fetchPage = (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
  context.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })

describe('the host of the card form', () => {
  test.each([
    ['GET', '/v1/payment/card-entry'],
    ['GET', '/healthz'],
    ['GET', '/api/products'],
    ['GET', '/'],
    ['GET', '/welcome'],
    ['GET', '/simulators/outbox'],
    ['POST', '/v1/order'],
    ['POST', '/v1/webhooks/monei'],
  ] as const)('the host does not answer %s %s', async (method, url) => {
    const { statusCode } = await fetchPage(url, THERE, method)
    expect(statusCode).toBe(404)
  })

  test('the host redirects a person to the app, but no frame or script', async () => {
    const visit = await fetchPage('/welcome?lang=es', { ...THERE, 'sec-fetch-dest': 'document' })
    expect([visit.statusCode, visit.headers.location]).toEqual([
      307,
      `${context.services.env.PUBLIC_URL}/welcome?lang=es`,
    ])
    expect((await fetchPage('/welcome', { ...THERE, 'sec-fetch-dest': 'iframe' })).statusCode).toBe(404)
  })

  test('the host takes cards for a simulator at one address, which the app’s host does not have', async () => {
    const { baseUrl } = context.services.providers.payments.browser
    const path = `${new URL(baseUrl).pathname}/tokens`
    expect(baseUrl.startsWith(frameUrl(context.services.env))).toBe(true)
    const answer = await fetchPage(path, THERE, 'POST')
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('Client-Env')])
    expect((await fetchPage(path, {}, 'POST')).statusCode).toBe(404)
    const other = path.replace('/tokens', '/payments')
    expect((await fetchPage(other, THERE, 'POST')).statusCode).toBe(404)
  })

  test('the host sets no cookie', async () => {
    const answers = await Promise.all(['/payment-frame', '/v1/user/me'].map((url) => fetchPage(url, THERE)))
    for (const { headers } of answers) expect(headers['set-cookie']).toBeUndefined()
  })
})

test('the card form is not served on the app’s host', async () => {
  const { statusCode } = await fetchPage('/payment-frame', { 'sec-fetch-dest': 'iframe' })
  expect(statusCode).toBe(404)
})

test("the card form may be framed by the app and connect to the provider's address, and nothing else", () => {
  const policy = framePolicy(['https://app.test', 'capacitor://localhost'], ['https://bank.test/v1/tokens'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('connect-src https://bank.test/v1/tokens;')
  expect(policy).toContain('frame-ancestors https://app.test capacitor://localhost;')
  expect(policy).toContain("trusted-types 'none'")
  expect(policy).not.toMatch(/unsafe|\*|https?:[ ;]/)
})

test('the page of a 3-D Secure challenge may frame any bank and post to it, and connects to nothing', () => {
  const policy = challengePolicy(['https://app.test'], ['https:'])
  expect(policy).toContain('frame-src https:;')
  expect(policy).toContain('form-action https:;')
  expect(policy).toContain('frame-ancestors https://app.test;')
  expect(policy).not.toMatch(/connect-src|unsafe|\*/)
  expect(framePolicy(['https://app.test'], ['https://bank.test/t'])).not.toMatch(/frame-src|form-action https/)
})
