import { registerPhone } from '@cuida/core/access/api.ts'
import { createCart } from '@cuida/core/booking/cart/api.ts'
import type { Call, Input } from '@cuida/core/kit/call.ts'
import { expect, test } from 'vitest'
import { productFor } from '../booking/test-people.ts'
import type { TestReply } from '../testing/test-context.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { newPhone } from './test-people.ts'

// All requests arrive through one proxy, for different clients.
const PROXY = '10.0.0.9'
const MANY = 300
const context = await createTestContext({ env: { TRUSTED_PROXIES: PROXY } })

/** X-Forwarded-For as the proxy sends it: the client's address comes last, after whatever the client wrote. */
function by<C extends Call>(person: string, call: C, input: Input<C>, forged = '') {
  const result = forged ? `${forged}, ${person}` : person
  return context.sendCall(call, input, { from: PROXY, headers: { 'x-forwarded-for': result } })
}

/** The number of successful requests before the first 429. */
async function until429<C extends Call>(sendAttempt: (at: number) => Promise<TestReply<C>>): Promise<number> {
  for (let attempts = 0; attempts < MANY; attempts++) {
    const { status } = await sendAttempt(attempts)
    if (status === 429) return attempts
    expect(status).toBeLessThan(300)
  }
  throw new Error(`${MANY} were let through`)
}

test('a client that requests codes without end is limited, whatever it claims, and no other client is', async () => {
  const code = (person: string, forged?: string) =>
    by(person, registerPhone, { phone: { number: newPhone(), country: 'ES' } }, forged)
  expect(await until429((at) => code('198.51.100.1', `203.0.113.${at}`))).toBeGreaterThan(5)
  expect((await code('198.51.100.1')).body.code).toBe('RATE_LIMITED')
  expect((await code('198.51.100.2')).status).toBe(200)
  expect((await code('203.0.113.1')).status).toBe(200)
}, 60_000)

test('carts of one customer’s IPv6 addresses count together, and apart from those of others', async () => {
  const { id: productId } = await productFor(context, 'scheduled')
  const cart = (person: string) => by(person, createCart, { productId })
  expect(await until429((at) => cart(`2001:db8:7:7::${(at + 1).toString(16)}`))).toBeGreaterThan(20)
  expect((await cart('2001:db8:7:7:ffff::1')).body.code).toBe('RATE_LIMITED')
  expect((await cart('2001:db8:7:8::1')).status).toBe(201)
  expect((await cart('198.51.100.2')).status).toBe(201)
  // A guest's slot holds are counted by the address stored in the cart.
  const lines = await context.db<{ carts: number }[]>`select count(*)::int as carts from cart group by source`
  expect(lines.filter(({ carts }) => carts === 1)).toHaveLength(2)
  expect(lines).toHaveLength(3)
}, 60_000)
