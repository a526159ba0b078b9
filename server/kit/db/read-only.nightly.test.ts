import { createCart, getCart } from '@cuida/core/booking/cart/api.ts'
import { expect, test } from 'vitest'
import { productFor, validAnswers } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const url = context.env.DATABASE_URL ?? ''

/** New connections get the setting; those of the context are ended, as a failover ends them. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await context.owner.begin('read write', async (tx) => {
    const name = new URL(url).pathname.slice(1)
    await tx.unsafe(`alter database "${name}" set default_transaction_read_only = ${value}`)
  })
  await context.owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'owner'`
}

test('while the database is read-only, reads are answered and writes refused; afterwards both work without a restart', async () => {
  const product = await productFor(context, 'scheduled')
  const create = () => context.sendCall(createCart, { productId: product.id, symptoms: validAnswers(product) })
  const { sessionKey } = (await create()).body
  const count = async () => (await context.db`select count(*)::int as carts from cart`)[0]?.carts
  const before = await count()
  await setReadOnly('on')
  const read = async () => (await context.sendCall(getCart, { sessionKey })).status
  await expect.poll(read).toBe(200)
  const refused = await create()
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await count()).toBe(before)
  await setReadOnly('off')
  await expect.poll(read).toBe(200)
  expect((await create()).status).toBeLessThan(300)
  expect(await count()).toBe(before + 1)
})
