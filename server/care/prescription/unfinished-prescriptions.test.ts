import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { findUnfinishedPrescriptions } from './prescription-send-store.ts'

const context = await createTestContext()

test('unfinished prescriptions are found through an index, without reading all prescriptions', async () => {
  const whole = await context.db.begin(async (tx) => {
    // The planner scans a small table unless sequential scans are disabled.
    await tx`set local enable_seqscan = off`
    await findUnfinishedPrescriptions(tx)
    const [row] = await tx`select seq_scan::int as times from pg_stat_xact_user_tables where relname = 'prescription'`
    return row?.times
  })
  expect(whole).toBe(0)
})
