import { forceLogin, login } from '@cuida/core/access/api.ts'
import { refreshSession } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { startOtherProcess } from '../test-other-process.ts'
import { newClientAddress, newPatient, newSession, PASSWORD } from '../test-people.ts'

const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))

async function full() {
  const patient = await newPatient(context)
  for (let times = 0; times < 3; times++) await newSession(context, patient.accountId)
  const from = newClientAddress()
  const { body } = await context.sendCall(login, { identifier: patient.phone, password: PASSWORD }, { from })
  return { ...patient, from, token: String(body.maxSessionsToken) }
}
const force = ({ token, from }: { token: string; from: string }, at: Pick<TestContext, 'sendCall'> = context) =>
  at.sendCall(forceLogin, {}, { token, from })
const advanceTime = (accountId: string) =>
  context.db`update session set created_at = created_at - interval '61 seconds', ends_at = ends_at - interval '61 seconds' where account_id = ${accountId}`

describe('repeating a forced sign-in after a lost response', () => {
  test('a repeated request opens the same session, in either process', async () => {
    const at = await full()
    const one = await force(at)
    const two = await force(at, other)
    expect(two.body).toMatchObject({ sessionId: one.body.sessionId, refreshToken: one.body.refreshToken })
    expect((await context.sendCall(me, {}, { token: String(two.body.accessToken) })).status).toBe(200)
    const [row] = await context.db`
      select count(*)::int as open from session where account_id = ${at.accountId} and ended_at is null`
    expect(row?.open).toBe(3)
  })

  test('a request from another network is unauthorised', async () => {
    const at = await full()
    await force(at)
    expect((await force({ ...at, from: newClientAddress() })).status).toBe(401)
  })

  test('a request after a minute is too late', async () => {
    const at = await full()
    await force(at)
    await advanceTime(at.accountId)
    expect((await force(at)).status).toBe(401)
  })

  test('a request is too late once the session is in use or has ended', async () => {
    const used = await full()
    const { body } = await force(used)
    await context.sendCall(refreshSession, {}, { token: String(body.refreshToken) })
    expect((await force(used)).status).toBe(401)
    const over = await full()
    await force(over)
    await context.db`update session set ended_at = now(), end_reason = 'logout' where account_id = ${over.accountId}`
    expect((await force(over)).status).toBe(401)
  })

  test('a request for an account blocked meanwhile returns that it is blocked', async () => {
    const at = await full()
    await force(at)
    await context.db`update account set status = 'blocked' where id = ${at.accountId}`
    expect(await force(at)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })
})
