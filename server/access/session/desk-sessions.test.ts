import { refreshSession } from '@cuida/core/access/session/session-api.ts'
import {
  endMyDeskSession,
  endMyOtherDeskSessions,
  myDeskSessions,
  staffHeartbeat,
  staffMe,
  staffRefresh,
} from '@cuida/core/access/team/staff-api.ts'
import { describe, expect, test, vi } from 'vitest'
import { touchParticipants } from '../../care/call/call-store.ts'
import { insertClinician } from '../../care/test-people.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { startOtherProcess } from '../test-other-process.ts'
import { sessionsOf } from './history-store.ts'
import { openSession } from './sessions.ts'

const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))

async function atTwoDesks() {
  const { staffId, token, sessionId } = await insertClinician(context)
  const secondSession = await anotherDesk(staffId)
  return { staffId, firstSession: { id: sessionId, token }, secondSession }
}

async function anotherDesk(staffId: string) {
  const { id, refreshToken } = await context.db.begin((tx) =>
    openSession(tx, { staffId }, { device: 'Firefox, Mac', carrier: 'body' }),
  )
  return { id, refreshToken, token: await context.services.tokens.sign('staff', { subject: staffId, sessionId: id }) }
}

/** Moves the sign-in back by these hours, with activity until now. */
const pass = (id: string, hours: number) => context.db`
  update session set created_at = created_at - make_interval(secs => ${hours * 3600}),
    ends_at = ends_at - make_interval(secs => ${hours * 3600}), last_seen_at = clock_timestamp() where id = ${id}`

const statusAt = async (process: Pick<TestContext, 'sendCall'>, token: string) =>
  (await process.sendCall(staffMe, {}, { token })).status
const isOut = (token: string) =>
  Promise.all(
    [context, other].map((at) =>
      vi.waitFor(async () => expect(await statusAt(at, token)).toBe(401), { timeout: 10_000 }),
    ),
  )

const inCall = (sessionId: string) =>
  touchParticipants(context.db, [{ socketId: '00000000-0000-4000-8000-000000000000', sessionId }], 15)

describe('a session at the desk', () => {
  test('a desk session ends twelve hours after the sign-in, whatever its activity', async () => {
    const { secondSession } = await atTwoDesks()
    await pass(secondSession.id, 11.99)
    const { status, body } = await context.sendCall(staffHeartbeat, {}, { token: secondSession.token })
    expect(status).toBe(200)
    expect(body.endsInSeconds).toBeGreaterThan(0)
    expect(body.endsInSeconds).toBeLessThanOrEqual(36)
    await pass(secondSession.id, 0.02)
    expect((await context.sendCall(staffHeartbeat, {}, { token: secondSession.token })).status).toBe(410)
    expect((await context.sendCall(staffRefresh, {}, { token: secondSession.refreshToken })).status).toBe(401)
    await isOut(secondSession.token)
  })

  test('a refresh does not extend the session', async () => {
    const { secondSession } = await atTwoDesks()
    const endOf = async () => (await context.db`select ends_at from session where id = ${secondSession.id}`)[0]?.ends_at
    const before = await endOf()
    const { body } = await context.sendCall(staffRefresh, {}, { token: secondSession.refreshToken })
    await context.sendCall(staffHeartbeat, {}, { token: body.accessToken })
    expect(await endOf()).toEqual(before)
  })

  test('a session cannot be stored with a later end', async () => {
    const { secondSession } = await atTwoDesks()
    for (const [column, hours] of [
      ['ends_at', 13],
      ['call_until', 14],
    ] as const)
      await expect(
        context.db`update session set ${context.db(column)} = created_at + make_interval(hours => ${hours}) where id = ${secondSession.id}`,
      ).rejects.toThrow(/in_time/)
  })

  test('a session in a call may exceed its end by at most an hour', async () => {
    const { secondSession } = await atTwoDesks()
    await pass(secondSession.id, 11.99)
    await inCall(secondSession.id)
    await pass(secondSession.id, 0.02)
    await inCall(secondSession.id)
    const { status, body } = await context.sendCall(staffHeartbeat, {}, { token: secondSession.token })
    expect(status).toBe(200)
    expect(body.endsInSeconds).toBeLessThan(0)
    await context.db`update session set created_at = created_at - interval '1 hour', ends_at = ends_at - interval '1 hour',
      call_until = created_at + interval '12 hours' where id = ${secondSession.id}`
    await inCall(secondSession.id)
    expect((await context.sendCall(staffHeartbeat, {}, { token: secondSession.token })).status).toBe(410)
  })

  test('an exceeded session ends with the call', async () => {
    const { secondSession } = await atTwoDesks()
    await pass(secondSession.id, 11.99)
    await inCall(secondSession.id)
    await pass(secondSession.id, 0.02)
    await context.db`update session set call_until = clock_timestamp() where id = ${secondSession.id}`
    await isOut(secondSession.token)
  })

  test('an ended session is not revived by a call', async () => {
    const { secondSession } = await atTwoDesks()
    await pass(secondSession.id, 12.01)
    await inCall(secondSession.id)
    expect((await context.sendCall(staffHeartbeat, {}, { token: secondSession.token })).status).toBe(410)
  })

  test('managers see that the session expired by age', async () => {
    const { secondSession, staffId } = await atTwoDesks()
    await pass(secondSession.id, 12.01)
    const ended = (await sessionsOf(context.db, 'staff', staffId, 15)).find(({ id }) => id === secondSession.id)
    expect(ended?.endReason).toBe('age')
  })
})

describe('a clinician’s own sessions at the desk', () => {
  const list = async (token: string) => (await context.sendCall(myDeskSessions, {}, { token })).body.items

  test('the list marks the current session and holds no other person’s', async () => {
    const { firstSession, secondSession } = await atTwoDesks()
    const stranger = await atTwoDesks()
    const items = await list(firstSession.token)
    expect(items.map(({ id, current }) => [id, current]).sort()).toEqual(
      [
        [firstSession.id, true],
        [secondSession.id, false],
      ].sort(),
    )
    expect(items.find(({ id }) => id === secondSession.id)?.device).toBe('Firefox, Mac')
    expect(JSON.stringify(items)).not.toContain(stranger.firstSession.id)
  })

  test('each session can be ended, in every process, and ending it writes an audit row', async () => {
    const { firstSession, secondSession, staffId } = await atTwoDesks()
    expect(
      (await context.sendCall(endMyDeskSession, { id: secondSession.id }, { token: firstSession.token })).status,
    ).toBe(204)
    await isOut(secondSession.token)
    expect(
      (await context.sendCall(endMyDeskSession, { id: secondSession.id }, { token: firstSession.token })).status,
    ).toBe(404)
    const [row] = await context.db`select act, detail from audit where staff_id = ${staffId} order by seq desc limit 1`
    expect(row).toEqual({ act: 'end-own-session', detail: JSON.stringify({ sessionId: secondSession.id }) })
  })

  test('all sessions but the current one can be ended at once', async () => {
    const { firstSession, secondSession, staffId } = await atTwoDesks()
    const third = await anotherDesk(staffId)
    const stranger = await atTwoDesks()
    expect((await context.sendCall(endMyOtherDeskSessions, {}, { token: firstSession.token })).status).toBe(204)
    for (const { token } of [secondSession, third]) await isOut(token)
    expect((await list(firstSession.token)).map(({ id }) => id)).toEqual([firstSession.id])
    expect(await statusAt(context, stranger.secondSession.token)).toBe(200)
  })

  test('other people’s sessions cannot be ended, and the current one only by signing out', async () => {
    const ownSessions = await atTwoDesks()
    const otherSessions = await atTwoDesks()
    for (const id of [otherSessions.secondSession.id, ownSessions.firstSession.id])
      expect((await context.sendCall(endMyDeskSession, { id }, { token: ownSessions.firstSession.token })).status).toBe(
        404,
      )
    expect(await statusAt(context, otherSessions.secondSession.token)).toBe(200)
  })

  test('a desk session cannot call patient routes', async () => {
    const { secondSession } = await atTwoDesks()
    expect((await context.sendCall(refreshSession, {}, { token: secondSession.refreshToken })).status).toBe(401)
  })
})
