import { expect, test } from 'vitest'
import { insertPatient } from '../care/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { countRowReads } from '../testing/test-reads.ts'
import { findDueSubscriptions } from './lease-store.ts'

const LIVING = 3_000

const context = await createTestContext()
const { patientId } = await insertPatient(context)
const rows = await context.db<{ id: string }[]>`
  with people as (
    insert into account (phone, country, email, password_hash)
    select '+3461' || lpad(n::text, 7, '0'), 'ES', n || '@due.example', '' from generate_series(1, ${LIVING}::int) n
    returning id)
  insert into subscription (account_id, patient_id, plan_id, plan_name, provider, amount, first_amount, trial_days,
    currency, status, current_period_end, checked_at, changed_at, created_at)
  select id, ${patientId}, 'plan', 'Plan', 'monei', 1900, 1900, 0, 'EUR', 'ACTIVE', now() + interval '9 days',
    now() - interval '1 hour', now() - interval '9 days', now() - interval '9 days' from people returning id`
await context.owner`analyze subscription`

/** A subscription that differs from all others in these columns. */
async function one(difference: Record<string, string>): Promise<string> {
  const { id = '' } = rows.pop() ?? {}
  await context.db`update subscription set ${context.db(difference)} where id = ${id}`
  return id
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('finding due subscriptions reads only those, however many are active', async () => {
  const due = [
    await one({ pending_change: 'end', checked_at: ago(2) }),
    await one({ status: 'PENDING', changed_at: ago(100), checked_at: ago(11) }),
    await one({ current_period_end: ago(30), checked_at: ago(11) }),
    await one({ checked_at: ago(24 * 60 + 1) }),
    await one({ status: 'PAUSED', current_period_end: ago(30), checked_at: ago(24 * 60 + 1) }),
  ]
  await one({ pending_change: 'end', checked_at: ago(0) })
  await one({ status: 'PENDING', changed_at: ago(100), checked_at: ago(9) })
  await one({ current_period_end: ago(30), checked_at: ago(9) })
  await one({ checked_at: ago(23 * 60) })
  await one({ status: 'PAUSED', current_period_end: ago(30), checked_at: ago(23 * 60) })
  await one({ status: 'CANCELED', checked_at: ago(9 * 24 * 60) })
  await one({ on_hold_at: ago(1), checked_at: ago(9 * 24 * 60) })
  const { result, read } = await countRowReads(context.db, 'subscription', (tx) => findDueSubscriptions(tx, 60))
  expect(result.toSorted()).toEqual(due.toSorted())
  expect(read).toBeLessThan(LIVING / 100)
})
