import { expect, test } from 'vitest'
import { fileWorld } from '../../testing/test-worlds.ts'
import { findUnderWay } from './prescription-send-store.ts'

const world = await fileWorld()

test('prescriptions that were left lying are found by an index: every prescription there ever was is not read', async () => {
  const whole = await world.db.begin(async (tx) => {
    // The planner reads a small table whole, unless it is kept from it and has another way.
    await tx`set local enable_seqscan = off`
    await findUnderWay(tx)
    const [row] = await tx`select seq_scan::int as times from pg_stat_xact_user_tables where relname = 'prescription'`
    return row?.times
  })
  expect(whole).toBe(0)
})
