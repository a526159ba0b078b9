import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { countRowReads } from '../../testing/test-reads.ts'
import { findOccupiedTimes } from '../agenda/agenda-store.ts'
import { forgetExpiredCarts } from '../cart/cart-store.ts'
import { newClinician, productFor } from '../test-people.ts'

/**
 * Half-hour bookings of one clinician, the latest two hours from now. Only the last `RECENT` are recent enough to
 * matter.
 */
const BOOKED = 2_000
const RECENT = 100

const context = await createTestContext()
const product = await productFor(context, 'scheduled')
const clinicianId = await newClinician(context, product)
await context.db`
  with old as (
    insert into cart (key_hash, product_id, changed_at)
    select sha256(convert_to(${clinicianId} || n, 'utf8')), ${product.id},
      now() + interval '2 hours' - n * interval '30 minutes'
    from generate_series(1, ${BOOKED}::int) n returning id, changed_at as at
  )
  insert into slot_hold (clinician_id, cart_id, starts_at, ends_at, during, state)
  select ${clinicianId}, id, at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'), 'booked' from old`
await context.owner`analyze cart, slot_hold`

test('old bookings of a clinician are not read to find free times', async () => {
  const { result, read } = await countRowReads(context.db, 'slot_hold', (tx) =>
    findOccupiedTimes(tx, [clinicianId], undefined),
  )
  const occupiedTimes = result.get(clinicianId) ?? []
  expect(occupiedTimes.filter(({ start }) => start > new Date())).toHaveLength(3)
  expect(read).toBeGreaterThanOrEqual(occupiedTimes.length)
  expect(read).toBeLessThan(RECENT)
})

test('carts without answers are not read again when expired answers are deleted', async () => {
  const [answer] = await context.db<{ id: string }[]>`
    insert into cart (key_hash, product_id, summary, changed_at)
    values (sha256('told'), ${product.id}, 'Since Monday', now() - interval '25 hours') returning id`
  const { result, read } = await countRowReads(context.db, 'cart', forgetExpiredCarts)
  expect(result).toBe(1)
  expect(read).toBeLessThan(RECENT)
  const [row] = await context.db`select summary from cart where id = ${String(answer?.id)}`
  expect(row).toEqual({ summary: null })
})
