import { refreshSession } from '@cuida/core/access/session/session-api.ts'
import { staffHeartbeat } from '@cuida/core/access/team/staff-api.ts'
import type { Call, Input } from '@cuida/core/kit/call.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { beforeEach, expect, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { hashOf, randomKey } from '../../kit/crypto/secrets.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { insertManager } from '../people/test-managers.ts'
import { newPatient, newSession } from '../test-people.ts'
import { isDeviceOf, rememberDevice } from './known-device-store.ts'
import { type Audience, insertSession } from './session-store.ts'
import { signOutEverybody } from './sign-out-everybody.ts'

const context = await createTestContext({ demo: false })
const { db, services } = context
const other = closeAfterTests(await createSecondProcess(context))
const manager = await insertManager(context)
const [{ email: managerEmail } = { email: '' }] = await db`select email from staff where id = ${manager.staffId}`
const reason = 'A list with names was found on the street'
const signOut = (...audiences: Audience[]) => signOutEverybody(services, { audiences, decidedBy: managerEmail, reason })
const device = hashOf(randomKey(128))

/** A patient and a clinician whom both processes know. */
async function newPeople() {
  const { accountId } = await newPatient(context)
  const session = await newSession(context, accountId)
  const clinician = await insertClinician(context)
  for (const owner of [accountId, clinician.staffId]) await rememberDevice(db, owner, device)
  const people = { accountId, session, clinician }
  expect(await statusesOf(people)).toEqual({ patient: [200, 200], clinician: [200, 200] })
  return people
}

async function statusesOf({
  session,
  clinician,
}: Pick<Awaited<ReturnType<typeof newPeople>>, 'session' | 'clinician'>) {
  const inBoth = <C extends Call>(call: C, input: Input<C>, token: string) =>
    Promise.all([context, other].map(async (process) => (await process.sendCall(call, input, { token })).status))
  return {
    patient: await inBoth(me, {}, session.token),
    clinician: await inBoth(staffHeartbeat, {}, clinician.token),
  }
}

beforeEach(() => db`update session set ended_at = clock_timestamp(), end_reason = 'logout' where ended_at is null`)

test('a patient and a clinician are out in every process, and a refresh token no longer works', async () => {
  const people = await newPeople()
  expect(await signOut('patients', 'staff')).toEqual({ patients: 1, staff: 1 })
  await expect.poll(() => statusesOf(people)).toEqual({ patient: [401, 401], clinician: [410, 410] })
  expect((await context.sendCall(refreshSession, {}, { token: people.session.refreshToken })).status).toBe(401)
  for (const owner of [people.accountId, people.clinician.staffId])
    expect(await isDeviceOf(db, owner, device)).toBe(false)
})

test.each([
  ['patients', { patient: [401, 401], clinician: [200, 200] }],
  ['staff', { patient: [200, 200], clinician: [410, 410] }],
] as const)('only %s are signed out, and the others keep their sessions and devices', async (audience, statuses) => {
  const people = await newPeople()
  await signOut(audience)
  await expect.poll(() => statusesOf(people)).toEqual(statuses)
  expect([
    await isDeviceOf(db, people.accountId, device),
    await isDeviceOf(db, people.clinician.staffId, device),
  ]).toEqual([audience !== 'patients', audience !== 'staff'])
})

test('a sign-in that is under way is ended too', async () => {
  const { accountId } = await newPatient(context)
  let ended: Promise<unknown> | undefined
  const id = await db.begin(async (tx) => {
    const session = await insertSession(tx, { accountId }, hashOf(randomKey(128)), null)
    ended = signOut('patients')
    await expect
      .poll(() => db`select 1 from pg_locks where relation = 'session'::regclass and not granted`)
      .toHaveLength(1)
    return session
  })
  expect(await ended).toEqual({ patients: 1, staff: 0 })
  expect(await db`select end_reason from session where id = ${id}`).toEqual([{ end_reason: 'staff' }])
})

test('the audit names who decided it, why, and how many were signed out', async () => {
  await newPeople()
  await signOut('patients', 'staff')
  const [entry] = await withReasons(db, db`select staff_id, act, reason, detail from audit order by seq desc limit 1`)
  const detail = JSON.stringify({ everybody: { patients: 1, staff: 1 } })
  expect(entry).toEqual({ staff_id: manager.staffId, act: 'end-sessions', reason, detail })
  expect(await findTampering(db, services.secrets)).toBeUndefined()
})

test('without an audience, a reason or a member of staff nobody is signed out', async () => {
  const people = await newPeople()
  const complete = { audiences: ['patients', 'staff'], decidedBy: managerEmail, reason } as const
  for (const wrong of [{ audiences: [] }, { reason: 'short' }, { decidedBy: 'nobody@example.com' }])
    await expect(signOutEverybody(services, { ...complete, ...wrong })).rejects.toThrow()
  expect(await statusesOf(people)).toEqual({ patient: [200, 200], clinician: [200, 200] })
})
