import { statSync } from 'node:fs'
import { createCart, getCart } from '@cuida/core/booking/cart/api.ts'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, mountSmallDisk } from '../../../tools/small-disk.ts'
import { productFor, validAnswers } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const MANY = 200

test.skipIf(!canMount)(
  'while the disk of the tables is full, reads are answered and writes refused; with room again both work without a restart',
  async () => {
    const { owner, db } = context
    const product = await productFor(context, 'scheduled')
    const create = () => context.sendCall(createCart, { productId: product.id, symptoms: validAnswers(product) })
    const [row] = await owner<{ directory: string }[]>`select current_setting('data_directory') as directory`
    const disk = mountSmallDisk(2_048, statSync(row?.directory ?? '').uid)
    onTestFinished(async () => {
      disk.free()
      await owner.unsafe('alter table cart set tablespace pg_default')
      await owner.unsafe('drop tablespace small_disk')
      disk.remove()
    })
    await owner.unsafe(`create tablespace small_disk location '${disk.folder}'`)
    await owner.unsafe('alter table cart set tablespace small_disk')
    const { sessionKey } = (await create()).body
    const count = async () => Number((await db`select count(*)::int as carts from cart`)[0]?.carts)
    const before = await count()
    disk.fill()
    let made = 0
    let refused = await create()
    for (; refused.status < 300 && made < MANY; refused = await create()) made++
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await context.sendCall(getCart, { sessionKey })).status).toBe(200)
    expect(await count()).toBe(before + made)
    disk.free()
    expect((await create()).status).toBeLessThan(300)
    expect(await count()).toBe(before + made + 1)
  },
)
