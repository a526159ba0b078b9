import { getTeam } from '@cuida/core/access/team/team-api.ts'
import { getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { expect, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import { recordChanges } from '../../testing/test-changes.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'

const first = await createTestContext()
const contexts = [first, closeAfterTests(await createSecondProcess(first))] as const

const member = () => insertClinician(contexts[0], { role: 'clinician-and-clinical-manager' })
const statuses = ({ token }: TestClinician, call: typeof getTeam | typeof getQueue) =>
  Promise.all(contexts.map(async (context) => (await context.sendCall(call as typeof getTeam, {}, { token })).status))
const change = ({ staffId }: TestClinician, set: Record<string, string>) =>
  contexts[0].db`update staff set ${contexts[0].db(set)} where id = ${staffId}`

test('a removed manager role takes effect in every process, while the session stays open', async () => {
  const formerManager = await member()
  expect(await statuses(formerManager, getTeam)).toEqual([200, 200])
  await change(formerManager, { role: 'clinician' })
  await expect.poll(() => statuses(formerManager, getTeam)).toEqual([403, 403])
  expect(await statuses(formerManager, getQueue)).toEqual([200, 200])
})

test('a new manager role takes effect at once, without another sign-in', async () => {
  const clinician = await insertClinician(contexts[0])
  expect(await statuses(clinician, getTeam)).toEqual([403, 403])
  await change(clinician, { role: 'clinician-and-clinical-manager' })
  await expect.poll(() => statuses(clinician, getTeam)).toEqual([200, 200])
})

test('the database notifies every process of a role change, whoever changed the row', async () => {
  const formerManager = await member()
  const topics = await recordChanges(contexts[1].services, () => change(formerManager, { role: 'clinician' }))
  expect(topics).toContain(`session:${formerManager.sessionId}`)
})

test('a blocked member of staff is unauthorised in every process', async () => {
  const blockedMember = await member()
  expect(await statuses(blockedMember, getQueue)).toEqual([200, 200])
  await change(blockedMember, { status: 'blocked' })
  await expect.poll(() => statuses(blockedMember, getQueue)).toEqual([401, 401])
})
