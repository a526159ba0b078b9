import { login } from '@cuida/core/access/api.ts'
import { createCart } from '@cuida/core/booking/cart/api.ts'
import { readGuestLink } from '@cuida/core/care/guest/guest-api.ts'
import { verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { findReferrer, validatePartnerToken } from '@cuida/core/invite/api.ts'
import type { Call, Input } from '@cuida/core/kit/call.ts'
import { expect, test } from 'vitest'
import { TEST_SITE } from '../../access/social/test-google.ts'
import { newPatient, PASSWORD, solveProofOfWork } from '../../access/test-people.ts'
import { productFor } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext({ demo: true, env: { PUBLIC_URL: TEST_SITE } })

const HOUSE = '10.20.30.40'
const fill = () => context.db`update rate_count set count = 100000`

interface Door<C extends Call> {
  call: C
  input(): Promise<Input<C>> | Input<C>
}
const publicCall = <C extends Call>(call: C, input: () => Promise<Input<C>> | Input<C>): Door<Call> =>
  ({ call, input }) as unknown as Door<Call>

test.each([
  ['a cart', publicCall(createCart, async () => ({ productId: (await productFor(context, 'scheduled')).id }))],
  ['a company link', publicCall(validatePartnerToken, () => ({ companySlug: 'nobody', token: 'A'.repeat(27) }))],
  ['a referral link', publicCall(findReferrer, () => ({ campaignId: '1', slug: 'bcdfg-hjkmn' }))],
  ['a reminder link', publicCall(readReminder, () => ({ token: 'A'.repeat(48) }))],
  ['a guest link', publicCall(readGuestLink, () => ({ secret: 'B'.repeat(43) }))],
  ['a certificate code', publicCall(verifyIssuedDocument, () => ({ code: 'AAAA-AAAA-AAAA' }))],
])(
  'a client who spends the limit of %s for an address raises the price and blocks nobody',
  async (_, { call, input }) => {
    const callInput = await input()
    const sendRequest = (headers = {}) => context.sendCall(call, callInput, { from: HOUSE, headers })
    const usual = (await sendRequest()).status
    expect(usual).not.toBe(429)
    await fill()
    const refused = await sendRequest()
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await sendRequest(solveProofOfWork(refused))).status).toBe(usual)
    // A solution pays once.
    expect((await sendRequest(solveProofOfWork(refused))).status).toBe(429)
  },
)

test('a known device has its own allowance of redirects to Google', async () => {
  const { phone } = await newPatient(context)
  const signedIn = await context.app.inject({
    method: 'POST',
    url: `/v1${login.path}`,
    remoteAddress: HOUSE,
    headers: { 'x-token-mode': 'cookie' },
    payload: { identifier: phone, password: PASSWORD },
  })
  const device = signedIn.cookies.find(({ name }) => name === 'device')?.value ?? ''
  expect(device).not.toBe('')
  const leave = async (cookies: Record<string, string>) =>
    (await context.app.inject({ url: '/api/connect/google', remoteAddress: HOUSE, cookies })).headers.location
  await leave({})
  await fill()
  expect(await leave({})).toContain('unauthorized')
  expect(await leave({ device: 'invented.by-somebody' })).toContain('unauthorized')
  expect(await leave({ device })).toContain(`${TEST_SITE}/simulators/google`)
})
