import { login } from '@cuida/core/access/api.ts'
import { changePassword, endMySession, getSecurity, mySessions } from '@cuida/core/access/security/security-api.ts'
import { heartbeat, refreshSession } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { startOtherProcess } from '../test-other-process.ts'
import { newClientAddress, newPatient, newSession, PASSWORD, readOutbox, runJobs } from '../test-people.ts'

const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))

const NEW = 'Camino-verde-7'
const change = (token: string, changes: { currentPassword?: string; password?: string } = {}) =>
  context.sendCall(
    changePassword,
    { currentPassword: PASSWORD, password: NEW, ...changes },
    { token, from: newClientAddress() },
  )
const enter = (phone: string, password: string, headers = {}) =>
  context.sendCall(login, { identifier: phone, password }, { from: newClientAddress(), headers })
const isOver = ({ token, refreshToken }: { token: string; refreshToken: string }) =>
  Promise.all(
    [context, other].map(async (process) => {
      await vi.waitFor(async () => expect((await process.sendCall(me, {}, { token })).status).toBe(401), {
        timeout: 2_000,
      })
      expect((await process.sendCall(heartbeat, {}, { token })).status).toBe(410)
      expect((await process.sendCall(refreshSession, {}, { token: refreshToken })).status).toBe(401)
    }),
  )

async function twoDevices() {
  const patient = await newPatient(context)
  const firstSession = await newSession(context, patient.accountId)
  const secondSession = await newSession(context, patient.accountId)
  for (const process of [context, other])
    for (const { token } of [firstSession, secondSession])
      expect((await process.sendCall(me, {}, { token })).status).toBe(200)
  return { ...patient, firstSession, secondSession }
}

describe('changing the password', () => {
  test('a password change keeps this session and ends the others, in both processes', async () => {
    const { phone, firstSession, secondSession } = await twoDevices()
    expect((await change(firstSession.token)).status).toBe(204)
    await isOver(secondSession)
    expect((await context.sendCall(me, {}, { token: firstSession.token })).status).toBe(200)
    expect((await context.sendCall(refreshSession, {}, { token: firstSession.refreshToken })).status).toBe(200)
    expect((await enter(phone, PASSWORD)).body.code).toBe('WRONG_CREDENTIALS')
    expect((await enter(phone, NEW)).status).toBe(200)
  })

  test('a password change requires the current password', async () => {
    const { firstSession, secondSession } = await twoDevices()
    const result = await change(firstSession.token, { currentPassword: 'Otra-Clave-9' })
    expect(result).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect((await context.sendCall(me, {}, { token: secondSession.token })).status).toBe(200)
  })

  test('the new password must follow the rules', async () => {
    const { firstSession } = await twoDevices()
    const result = await change(firstSession.token, { password: 'caminoverde' })
    expect(result).toMatchObject({ status: 400, body: { code: 'INVALID', fields: { password: 'TOO_SIMPLE' } } })
  })

  test('wrong current passwords are limited', async () => {
    const { firstSession } = await twoDevices()
    for (let tried = 0; tried < 10; tried++) await change(firstSession.token, { currentPassword: 'Otra-Clave-9' })
    expect(await change(firstSession.token)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })

  test('the owner is notified by SMS and e-mail, with what to do', async () => {
    const { phone, email, firstSession } = await twoDevices()
    await change(firstSession.token)
    await runJobs(context)
    expect((await readOutbox(context, phone))[0]?.text).toContain('password was changed')
    const [message] = await readOutbox(context, email)
    expect(message).toMatchObject({ channel: 'email', text: expect.stringContaining('reset your password') })
  })
})

describe('the session list', () => {
  test('the list shows device and origin, latest first', async () => {
    const { phone } = await newPatient(context)
    const agent =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
    const first = await enter(phone, PASSWORD)
    const second = await enter(phone, PASSWORD, { 'user-agent': agent })
    const { body } = await context.sendCall(mySessions, {}, { token: String(second.body.accessToken) })
    expect(body.items).toMatchObject([
      { id: second.body.sessionId, device: 'Chrome, Android', current: true },
      { id: first.body.sessionId, current: false },
    ])
  })

  test('the list shows neither idle sessions nor those of other people', async () => {
    const { accountId, firstSession, secondSession } = await twoDevices()
    await twoDevices()
    await context.db`update session set last_seen_at = last_seen_at - interval '15 minutes' where id = ${secondSession.id}`
    const { body } = await context.sendCall(mySessions, {}, { token: firstSession.token })
    expect(body.items.map(({ id }) => id)).toEqual([firstSession.id])
    expect(accountId).toBeTruthy()
  })

  test('a session can be ended from the list, at once and in both processes', async () => {
    const { firstSession, secondSession } = await twoDevices()
    expect((await context.sendCall(endMySession, { id: secondSession.id }, { token: firstSession.token })).status).toBe(
      204,
    )
    await isOver(secondSession)
    const again = await context.sendCall(endMySession, { id: secondSession.id }, { token: firstSession.token })
    expect(again).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } })
  })

  test('other people’s sessions cannot be ended, and the own one only by signing out', async () => {
    const ownSessions = await twoDevices()
    const otherSessions = await twoDevices()
    for (const id of [otherSessions.firstSession.id, ownSessions.firstSession.id])
      expect((await context.sendCall(endMySession, { id }, { token: ownSessions.firstSession.token })).status).toBe(404)
    expect((await context.sendCall(me, {}, { token: otherSessions.firstSession.token })).status).toBe(200)
  })
})

test('without an authenticator, a sign-in requires the factor that the partner requires', async () => {
  const { firstSession } = await twoDevices()
  expect((await context.sendCall(getSecurity, {}, { token: firstSession.token })).body).toEqual({
    secondFactor: 'none',
    recoveryCodesLeft: 0,
    hasPassword: true,
    hasPasskey: false,
    google: 'unlinked',
  })
})
