import { randomUUID } from 'node:crypto'
import { login } from '@cuida/core/access/api.ts'
import { blockPerson, endPersonSessions, unblockPerson } from '@cuida/core/access/people/people-api.ts'
import { heartbeat, refreshSession } from '@cuida/core/access/session/session-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { startSecondProcess } from '../../care/test-second-process.ts'
import { sendCall } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { newClientAddress, newPatient, newSession, PASSWORD } from '../test-people.ts'
import { ACTION_REASON, createManagerActions, insertManager, patientRef, staffRef, tokenOf } from './test-managers.ts'

const context = await createTestContext()
const other = closeAfterTests(await startSecondProcess(context))
const manager = await insertManager(context)
const desk = createManagerActions(context, manager)

const enter = (phone: string, password = PASSWORD) =>
  context.sendCall(login, { identifier: phone, password }, { from: newClientAddress() })

describe('blocking', () => {
  test('a block ends every session in both processes within two seconds, old and new tokens alike [A8.2]', async () => {
    const { accountId, phone } = await newPatient(context)
    const sessions = await Promise.all([newSession(context, accountId), newSession(context, accountId)])
    const at = (app: FastifyInstance, token: string) => sendCall(app, me, {}, { token })
    for (const { token } of sessions)
      for (const app of [context.app, other.app]) expect((await at(app, token)).status).toBe(200)
    expect((await desk.block(patientRef(accountId))).status).toBe(204)
    for (const { token, refreshToken } of sessions)
      for (const app of [context.app, other.app]) {
        await vi.waitFor(async () => expect((await at(app, token)).status).toBe(401), { timeout: 2_000, interval: 10 })
        expect((await sendCall(app, heartbeat, {}, { token })).status).toBe(410)
        expect((await sendCall(app, refreshSession, {}, { token: refreshToken })).status).toBe(401)
      }
    expect(await enter(phone)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
    expect((await enter(phone, 'Otra-Clave-9')).body.code).toBe('WRONG_CREDENTIALS')
    expect((await desk.see(patientRef(accountId))).body.sessions.map(({ endReason }) => endReason)).toEqual([
      'blocked',
      'blocked',
    ])
  })

  test('a block ends and counts two hundred sessions like one', async () => {
    const clinician = await insertClinician(context)
    await context.db`insert into session (staff_id) select ${clinician.staffId} from generate_series(1, 250)`
    expect((await desk.block(staffRef(clinician))).status).toBe(204)
    await expect.poll(async () => (await context.sendCall(staffMe, {}, tokenOf(clinician))).status).toBe(401)
    const [row] = await desk.recordOf(clinician.staffId)
    expect(JSON.parse(row?.detail)).toEqual({ ended: 251 })
  })

  test('unblocking lifts the block, and the old sessions stay ended', async () => {
    const { accountId, phone } = await newPatient(context)
    const { token } = await newSession(context, accountId)
    await desk.block(patientRef(accountId))
    expect((await desk.unblock(patientRef(accountId))).status).toBe(204)
    expect((await enter(phone)).status).toBe(200)
    await expect.poll(async () => (await context.sendCall(me, {}, { token })).status).toBe(401)
    expect(await desk.unblock(patientRef(accountId))).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE' },
    })
  })

  test('concurrent blocks by several managers in both processes happen once', async () => {
    const { accountId } = await newPatient(context)
    const managers = await Promise.all(Array.from({ length: 6 }, () => insertManager(context)))
    const input = { ...patientRef(accountId), reason: ACTION_REASON }
    const result = await Promise.all(
      managers.map(({ token }, nth) => sendCall(nth % 2 ? context.app : other.app, blockPerson, input, { token })),
    )
    expect(result.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409])
    expect((await desk.recordOf(accountId)).map(({ act }) => act)).toEqual(['block'])
  })

  test('a concurrent sign-in leaves no open session', async () => {
    for (let round = 0; round < 5; round++) {
      const { accountId, phone } = await newPatient(context)
      await Promise.all([desk.block(patientRef(accountId)), enter(phone), enter(phone)])
      const open = await context.db`select 1 from session where account_id = ${accountId} and ended_at is null`
      expect(open).toHaveLength(0)
    }
  })

  test('a blocked member of staff cannot use the desk', async () => {
    const clinician = await insertClinician(context)
    expect((await context.sendCall(staffMe, {}, tokenOf(clinician))).status).toBe(200)
    expect((await desk.block(staffRef(clinician))).status).toBe(204)
    await expect.poll(async () => (await context.sendCall(staffMe, {}, tokenOf(clinician))).status).toBe(401)
  })

  test('a manager can neither block nor sign out themselves', async () => {
    expect(await desk.block(staffRef(manager))).toMatchObject({ status: 409, body: { code: 'NOT_YOURSELF' } })
    const ending = { ...staffRef(manager), reason: ACTION_REASON }
    expect((await context.sendCall(endPersonSessions, ending, tokenOf(manager))).body.code).toBe('NOT_YOURSELF')
    expect((await desk.see(staffRef(manager))).body).toMatchObject({ status: 'active', isMe: true })
  })

  test('of two managers who block each other, one stays active', async () => {
    const one = await insertManager(context)
    const two = await insertManager(context)
    const result = await Promise.all([
      desk.block(staffRef(two), ACTION_REASON, one),
      desk.block(staffRef(one), ACTION_REASON, two),
    ])
    expect(result.map(({ status }) => status).sort()).toEqual([204, 401])
  })

  test.each([
    ['nine letters', 'a'.repeat(9), 400],
    ['ten letters', 'a'.repeat(10), 204],
    ['500 letters', 'a'.repeat(500), 204],
    ['501 letters', 'a'.repeat(501), 400],
    ['spaces alone', ' '.repeat(20), 400],
  ])('a block with a reason of %s answers %s', async (_, reason, status) => {
    const { accountId } = await newPatient(context)
    expect((await desk.block(patientRef(accountId), reason)).status).toBe(status)
  })

  test.each([
    ['block', blockPerson],
    ['unblock', unblockPerson],
    ['end sessions', endPersonSessions],
  ])('%s answers not found for an unknown person', async (_, call) => {
    const input = { ...patientRef(randomUUID()), reason: ACTION_REASON }
    expect(await context.sendCall(call, input as never, tokenOf(manager))).toMatchObject({
      body: { code: 'PERSON_NOT_FOUND' },
    })
  })
})

describe('ending sessions', () => {
  const end = (id: string, sessionId?: string) =>
    context.sendCall(
      endPersonSessions,
      { ...patientRef(id), reason: ACTION_REASON, ...(sessionId ? { sessionId } : {}) },
      tokenOf(manager),
    )

  test('ending one session or all others works once, and a second time finds none', async () => {
    const { accountId, phone } = await newPatient(context)
    const first = await newSession(context, accountId)
    const second = await newSession(context, accountId)
    const third = await newSession(context, accountId)
    expect((await end(accountId, first.id)).body).toEqual({ ended: 1 })
    await expect.poll(async () => (await context.sendCall(me, {}, tokenOf(first))).status).toBe(401)
    expect((await context.sendCall(me, {}, tokenOf(second))).status).toBe(200)
    expect((await end(accountId)).body).toEqual({ ended: 2 })
    await expect.poll(async () => (await context.sendCall(me, {}, tokenOf(third))).status).toBe(401)
    expect((await end(accountId)).body).toEqual({ ended: 0 })
    expect((await end(accountId, first.id)).body).toEqual({ ended: 0 })
    expect((await enter(phone)).status).toBe(200)
    const { body } = await desk.see(patientRef(accountId))
    expect(body.sessions.map(({ endReason }) => endReason)).toEqual([null, 'staff', 'staff', 'staff'])
  })

  test("another person's session is not found and stays open", async () => {
    const account = await newPatient(context)
    const otherPatient = await newPatient(context)
    const session = await newSession(context, otherPatient.accountId)
    expect(await end(account.accountId, session.id)).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } })
    expect((await context.sendCall(me, {}, tokenOf(session))).status).toBe(200)
  })
})
