import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertClinician } from '../care/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { audit, findTampering, findTamperingIn } from './audit.ts'

const context = await createTestContext()
const { staffId } = await insertClinician(context)

const REASON = 'Asked for by the patient on the phone'
const append = (count: number) =>
  context.db.begin(async (tx) => {
    for (let nth = 0; nth < count; nth++)
      await audit(tx, context.services.secrets, {
        staffId,
        act: nth % 2 ? 'block' : 'view',
        subject: { kind: 'staff', id: staffId },
        ...(nth % 2 ? { reason: REASON, detail: { nth } } : {}),
      })
  })
const tampering = () => findTampering(context.db, context.services.secrets)

/** A change by the owner of the database, with triggers disabled. */
async function behindOurBack(change: string): Promise<void> {
  await context.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(change)
  })
}

beforeEach(async () => {
  await behindOurBack("delete from audit; update audit_head set seq = 0, hash = ''")
})

test('an unchanged hash chain is intact, empty or long', async () => {
  expect(await tampering()).toBeUndefined()
  await append(1_000)
  expect(await tampering()).toBeUndefined()
})

test('fifty concurrent appends make one chain', async () => {
  await Promise.all(Array.from({ length: 50 }, () => append(2)))
  expect(await tampering()).toBeUndefined()
  const [row] = await context.db`select count(*)::int as count, max(seq)::int as last from audit`
  expect(row).toEqual({ count: 100, last: 100 })
})

test('a rollback leaves no gap', async () => {
  await append(1)
  await context.db
    .begin(async (tx) => {
      await audit(tx, context.services.secrets, { staffId, act: 'search' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await append(1)
  expect(await tampering()).toBeUndefined()
})

test.each([
  'update audit set reason = reason',
  'delete from audit',
  'truncate audit',
  'update audit_head set seq = seq - 1',
  'delete from audit_head',
  'truncate audit_head',
])('neither the application nor the owner can "%s"', async (change) => {
  await append(1)
  await expect(context.db.unsafe(change)).rejects.toThrow(/permission denied|never goes back/)
  await expect(context.owner.unsafe(change)).rejects.toThrow(/append-only|never goes back/)
})

describe('tampering is detected in every row', () => {
  const LENGTH = 60
  const other = "'11111111-1111-4111-8111-111111111111'"
  const tampers: [string, (seq: number) => string][] = [
    ['a changed act', (seq) => `update audit set act = 'search' where seq = ${seq}`],
    ['a changed reason', (seq) => `update audit set reason = 'A reason that sounds better' where seq = ${seq}`],
    ['a changed time', (seq) => `update audit set at = at + interval '1 ms' where seq = ${seq}`],
    ['a changed person', (seq) => `update audit set subject_id = ${other} where seq = ${seq}`],
    ['a changed kind of person', (seq) => `update audit set subject_kind = 'patient' where seq = ${seq}`],
    ['a changed member of staff', (seq) => `update audit set staff_id = ${other} where seq = ${seq}`],
    ['a changed detail', (seq) => `update audit set detail = '{"nth":-1}' where seq = ${seq}`],
    ['a changed hash', (seq) => `update audit set hash = sha256(hash) where seq = ${seq}`],
    ['a changed link', (seq) => `update audit set previous = sha256(previous) where seq = ${seq}`],
    ['a deleted row', (seq) => `delete from audit where seq = ${seq}`],
    [
      'a deleted row, the rest moved up',
      (seq) =>
        `delete from audit where seq = ${seq}; update audit set seq = seq + 1000 where seq > ${seq}; ` +
        'update audit set seq = seq - 1001 where seq > 1000',
    ],
    [
      'two rows in another order',
      (seq) =>
        `update audit set seq = 100000 where seq = ${seq}; update audit set seq = ${seq} where seq = ${(seq % LENGTH) + 1}; ` +
        `update audit set seq = ${(seq % LENGTH) + 1} where seq = 100000`,
    ],
    [
      'an added row',
      (seq) =>
        `update audit set seq = seq + 1000 where seq > ${seq}; update audit set seq = seq - 999 where seq > 1000; ` +
        `insert into audit select ${seq} + 1, at, staff_id, 'view', subject_kind, subject_id, null, null, hash, sha256(hash) from audit where seq = ${seq}`,
    ],
    ['rows cut off at the end', (seq) => `delete from audit where seq >= ${seq}`],
    [
      'rows cut off at the end, and the head put back',
      (seq) => `delete from audit where seq >= ${seq}; update audit_head set seq = ${seq} - 1`,
    ],
  ]
  test.each(tampers)('%s is detected', async (name, tamper) => {
    await append(LENGTH)
    const positions = [1, LENGTH, ...Array.from({ length: 6 }, () => randomInt(2, LENGTH))]
    for (const seq of positions) {
      const found = await context.owner
        .begin(async (tx) => {
          await tx`set local session_replication_role = replica`
          await tx.unsafe(tamper(seq))
          const at = await findTamperingIn(tx, context.services.secrets)
          throw Object.assign(new Error('look'), { at })
        })
        .catch((error: { at?: number; message: string }) => {
          if (error.message !== 'look') throw error
          return error.at
        })
      expect(found, `${name} at ${seq}`).toBeTypeOf('number')
    }
  })
})

test('a chain rewritten without the secret is detected', async () => {
  await append(3)
  await behindOurBack(
    "update audit set previous = case seq when 1 then '' else sha256('x') end, hash = sha256('x'); update audit_head set hash = sha256('x')",
  )
  expect(await tampering()).toBe(1)
})
