import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { findUnderWay } from './prescription-send-store.ts'

const context = await createTestContext()

test('prescriptions that were left lying are found by an index: every prescription there ever was is not read', async () => {
  const whole = await context.db.begin(async (tx) => {
    // The planner reads a small table whole, unless it is kept from it and has another way.
    await tx`set local enable_seqscan = off`
    await findUnderWay(tx)
    const [row] = await tx`select seq_scan::int as times from pg_stat_xact_user_tables where relname = 'prescription'`
    return row?.times
  })
  expect(whole).toBe(0)
})
