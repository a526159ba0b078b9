import type { Agenda, Span } from '@cuida/core/booking/calendar/slots.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordChanges } from '../../testing/test-changes.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { releaseExpiredHolds } from '../jobs.ts'
import {
  createSecondProcess,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  productFor,
} from '../test-people.ts'
import { holdSlot, LockRefused } from './hold-slot.ts'

const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))
const product = await productFor(context, 'scheduled')

/** Guest carts from many client addresses, so that no rate limit interferes. */
async function carts(count: number): Promise<string[]> {
  const keys = await Promise.all(Array.from({ length: count }, () => newCart(context, undefined, product)))
  await context.db`update cart set source = decode(replace(id::text, '-', ''), 'hex')`
  await context.db`delete from rate_count`
  return keys
}

async function firstTime(clinicianId: string, index = 0) {
  const time = (await listOfferedTimes(context, clinicianId, product))[index]
  if (!time) throw new Error('the clinician has no free slot')
  return time
}

const process = (i: number) => (i % 2 ? context : other)
const overlapsInTable = (clinicianId: string) => context.db`
  select 1 from slot_hold a join slot_hold b on a.id < b.id and a.clinician_id = b.clinician_id
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
  where a.clinician_id = ${clinicianId} and a.state <> 'released' and b.state <> 'released'`

describe('100 patients want the same time, over two processes [B7.6]', () => {
  test('exactly one request gets the time, in every round [B4.17]', async () => {
    const clinicianId = await newClinician(context, product)
    const keys = await carts(100)
    for (let round = 0; round < 3; round++) {
      const time = await firstTime(clinicianId, round * 3)
      const input = { id: clinicianId, productId: product.id, ...time }
      const result = await Promise.all(
        keys.map((sessionKey, i) => lockTestSlot(process(i), undefined, { ...input, sessionKey })),
      )
      const winners = result.filter(({ status }) => status === 200)
      expect(winners).toHaveLength(1)
      expect(
        new Set(result.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)),
      ).toEqual(new Set(['409 SLOT_TAKEN']))
    }
    expect(await overlapsInTable(clinicianId)).toHaveLength(0)
  })
})

describe('times of different lengths', () => {
  const day = new Date(`${new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10)}T06:00:00Z`).getTime()
  const span = (at: number, length: number): Span => ({
    start: new Date(day + at * 60_000),
    end: new Date(day + (at + length) * 60_000),
  })
  const agenda = (bufferMinutes: number): Agenda => ({
    timeZone: 'UTC',
    weekly: [],
    exceptions: [],
    holidays: [],
    bufferMinutes,
  })

  test('holds never overlap in the table, in any order of requests; touching ends do not collide', async () => {
    const keys = await carts(8)
    const interval = fc.record({ at: fc.integer({ min: 0, max: 24 }), length: fc.constantFrom(3, 4, 6) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(interval, { minLength: 2, maxLength: 8 }),
        fc.constantFrom(0, 10),
        async (intervals, buffer) => {
          const clinicianId = await newClinician(context, product, { buffer })
          await context.db`update slot_hold set state = 'released' where state = 'held'`
          const inputs = intervals.map(({ at, length }) => span(at * 5, length * 5))
          const held = await Promise.all(
            inputs.map((slot, i) =>
              holdSlot(process(i).db, {
                sessionKey: keys[i] ?? '',
                accountId: undefined,
                clinicianId,
                slot,
                agenda: agenda(buffer),
              }),
            ),
          )
          expect(await overlapsInTable(clinicianId)).toHaveLength(0)
          // A refused hold really overlaps one that was won.
          const won = inputs.filter((_, i) => !(held[i] instanceof LockRefused))
          const clash = (a: Span, b: Span) =>
            a.start.getTime() < b.end.getTime() + buffer * 60_000 &&
            b.start.getTime() < a.end.getTime() + buffer * 60_000
          for (const [i, input] of inputs.entries()) {
            if (held[i] instanceof LockRefused) expect(won.some((other) => clash(other, input))).toBe(true)
          }
          for (const [i, one] of won.entries()) expect(won.slice(i + 1).some((other) => clash(one, other))).toBe(false)
          expect(won.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('an error while holding a time is not reported as a taken time', async () => {
    const [sessionKey = ''] = await carts(1)
    const mayHave = () => {
      throw new Error('no calendar')
    }
    const input = { sessionKey, accountId: undefined, slot: span(0, 20), agenda: agenda(0), mayHave }
    await expect(holdSlot(context.db, { ...input, clinicianId: await newClinician(context, product) })).rejects.toThrow(
      'no calendar',
    )
  })

  test('two carts that swap their times at once keep a time each', async () => {
    const clinicianId = await newClinician(context, product)
    const [a = '', b = ''] = await carts(2)
    const first = span(0, 20)
    const second = span(20, 20)
    const hold = (sessionKey: string, slot: Span, db = context.db) =>
      holdSlot(db, { sessionKey, accountId: undefined, clinicianId, slot, agenda: agenda(0) })
    await hold(a, first)
    await hold(b, second)
    const both = await Promise.all([hold(a, second), hold(b, first, other.db)])
    expect(both).toMatchObject([{ code: 'SLOT_TAKEN' }, { code: 'SLOT_TAKEN' }])
    const rows = await context.db`select 1 from slot_hold where clinician_id = ${clinicianId} and state = 'held'`
    expect(rows).toHaveLength(2)
  })
})

describe('an expired hold', () => {
  const runOut = (clinicianId: string, seconds: number) => context.db`
    update slot_hold set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    where clinician_id = ${clinicianId} and state = 'held'`

  test('by the database’s clock, exactly one of many requests gets the time, and none before it expires', async () => {
    const clinicianId = await newClinician(context, product)
    const [owner = '', ...takers] = await carts(51)
    const input = { id: clinicianId, productId: product.id, ...(await firstTime(clinicianId)) }
    await lockTestSlot(context, undefined, { ...input, sessionKey: owner })
    const race = () =>
      Promise.all(takers.map((sessionKey, i) => lockTestSlot(process(i), undefined, { ...input, sessionKey })))
    await runOut(clinicianId, 60)
    expect((await race()).filter(({ status }) => status === 200)).toHaveLength(0)
    await runOut(clinicianId, -0.001)
    expect((await race()).filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await lockTestSlot(context, undefined, { ...input, sessionKey: owner })).body.code).toBe('SLOT_TAKEN')
  })
  test('the calendar offers the time again, before and after the scheduled job', async () => {
    const clinicianId = await newClinician(context, product)
    const [owner = ''] = await carts(1)
    const time = await firstTime(clinicianId)
    const input = { id: clinicianId, productId: product.id, sessionKey: owner, ...time }
    const before = await lockTestSlot(context, undefined, input)
    await runOut(clinicianId, -1)
    expect(await listOfferedTimes(context, clinicianId, product)).toContainEqual(time)
    const topics = await recordChanges(other.services, () => releaseExpiredHolds(context.services))
    expect(topics).toContain(`clinician:${clinicianId}`)
    const [row] = await context.db`select state, expires_at from slot_hold where clinician_id = ${clinicianId}`
    expect(row).toMatchObject({ state: 'released', expires_at: expect.any(Date) })
    const again = await lockTestSlot(context, undefined, input)
    expect(again.status).toBe(200)
    expect(again.body.lockedAt).not.toBe(before.body.lockedAt)
  })
})
