import { heartbeat, refreshSession } from '@cuida/core/access/session/session-api.ts'
import {
  staffHeartbeat,
  staffLogin,
  staffLogout,
  staffMe,
  staffRefresh,
  verifyStaffTotp,
} from '@cuida/core/access/team/staff-api.ts'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../testing/test-contexts.ts'
import { hashPassword } from './passwords.ts'
import { encryptSecret } from './security/totp.ts'
import { PASSWORD, wrongCode } from './test-people.ts'

const context = await createTestContext()

const hashed = hashPassword(PASSWORD)
let people = 0
async function newStaff() {
  const email = `staff${++people}@example.com`
  const secret = new Secret({ size: 20 })
  const encrypted = encryptSecret(context.services.secrets, secret.base32)
  const [row] = await context.db<{ id: string }[]>`
    insert into staff (email, name, password_hash, totp_secret, role)
    values (${email}, 'Dra. Vega', ${await hashed}, ${encrypted}, 'clinician') returning id`
  const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1_000 })
  return { id: row?.id ?? '', email, secret, codeAt, from: `10.9.${people}.1` }
}
type Member = Awaited<ReturnType<typeof newStaff>>

const enter = ({ email, from }: Member, password = PASSWORD) =>
  context.sendCall(staffLogin, { email, password }, { from })
const pending = async (member: Member) => (await enter(member)).body.accessToken
const confirm = (token: string, code: string, headers = {}) =>
  context.sendCall(verifyStaffTotp, { code }, { token, headers })
const signedIn = async (member: Member) => (await confirm(await pending(member), member.codeAt(0))).body

describe('staff sign-in', () => {
  test('a clinician signs in with password and authenticator, and the desk shows their name [A1.1]', async () => {
    const member = await newStaff()
    const { accessToken } = await signedIn(member)
    const { body } = await context.sendCall(staffMe, {}, { token: accessToken })
    expect(body).toEqual({
      id: member.id,
      email: member.email,
      name: 'Dra. Vega',
      role: 'clinician',
      clinicianId: null,
      photoUrl: null,
    })
  })

  test('the e-mail may be typed in capitals', async () => {
    const member = await newStaff()
    expect((await enter({ ...member, email: member.email.toUpperCase() })).status).toBe(200)
  })

  test.each([
    ['with a wrong password', async () => enter(await newStaff(), 'Otra-Clave-9')],
    ['of an unknown member', async () => enter({ ...(await newStaff()), email: 'nobody@example.com' })],
  ])('a sign-in %s is refused', async (_, result) => {
    expect(await result()).toMatchObject({ status: 400, body: { code: 'WRONG_CREDENTIALS' } })
  })

  test('a blocked member learns it only after the right password or code', async () => {
    const member = await newStaff()
    const token = await pending(member)
    await context.db`update staff set status = 'blocked' where id = ${member.id}`
    expect((await enter(member, 'Otra-Clave-9')).body.code).toBe('WRONG_CREDENTIALS')
    expect(await enter(member)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
    expect((await confirm(token, wrongCode(member.codeAt(0)))).body.code).toBe('WRONG_CODE')
    expect(await confirm(token, member.codeAt(0))).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })

  test('a sign-in is limited after ten wrong passwords', async () => {
    const member = await newStaff()
    for (let tried = 0; tried < 10; tried++) await enter(member, 'Otra-Clave-9')
    expect(await enter(member)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})

describe('the authenticator’s code', () => {
  test('a code signs in once, also in twenty concurrent requests', async () => {
    const member = await newStaff()
    const one = await pending(member)
    const two = await pending(member)
    const both = await Promise.all([one, two].map((token) => confirm(token, member.codeAt(0))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test.each([
    ['from 30 s ago', -30, 200],
    ['for the next 30 s', 30, 200],
    ['from a minute and a half ago', -90, 400],
    ['for a minute and a half ahead', 90, 400],
  ])('a code %s is accepted at most one step away', async (_, seconds, status) => {
    const member = await newStaff()
    expect((await confirm(await pending(member), member.codeAt(seconds))).status).toBe(status)
  })

  test('a code older than a used one is refused', async () => {
    const member = await newStaff()
    await confirm(await pending(member), member.codeAt(0))
    expect((await confirm(await pending(member), member.codeAt(-30))).body.code).toBe('WRONG_CODE')
  })

  test('codes have five tries in 15 minutes, concurrent ones too', async () => {
    const member = await newStaff()
    const token = await pending(member)
    const all = await Promise.all(Array.from({ length: 30 }, () => confirm(token, wrongCode(member.codeAt(0)))))
    expect(all.filter(({ body }) => body.code === 'WRONG_CODE')).toHaveLength(5)
    expect(await confirm(token, member.codeAt(0))).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })

  test('a right code does not count as a guess', async () => {
    const member = await newStaff()
    const token = await pending(member)
    for (let times = 0; times < 7; times++) {
      expect((await confirm(token, member.codeAt(0))).status).toBe(200)
      await context.db`update staff set totp_step = 0 where id = ${member.id}`
    }
  })

  test('the secret is stored encrypted', async () => {
    const { id, secret } = await newStaff()
    const [row] = await context.db`select totp_secret from staff where id = ${id}`
    expect(row?.totp_secret.toString('latin1')).not.toContain(secret.base32)
  })
})

describe('a session at the desk', () => {
  test('a desk session refreshes, sends heartbeats and ends like any other', async () => {
    const { refreshToken } = await signedIn(await newStaff())
    const { body } = await context.sendCall(staffRefresh, {}, { token: refreshToken })
    const token = body.accessToken
    expect((await context.sendCall(staffHeartbeat, {}, { token })).status).toBe(200)
    expect((await context.sendCall(staffLogout, {}, { token })).status).toBe(204)
    await expect.poll(async () => (await context.sendCall(staffHeartbeat, {}, { token })).status).toBe(410)
    // The second process learns a moment later that the session has ended.
    await expect.poll(async () => (await context.sendCall(staffMe, {}, { token })).status).toBe(401)
    expect((await context.sendCall(staffRefresh, {}, { token: body.refreshToken })).status).toBe(401)
  })

  test('a desk session cannot call patient routes [A6.4]', async () => {
    const { accessToken, refreshToken } = await signedIn(await newStaff())
    expect((await context.sendCall(heartbeat, {}, { token: accessToken })).status).toBe(401)
    expect((await context.sendCall(refreshSession, {}, { token: refreshToken })).status).toBe(401)
  })

  test('a desk session has its own cookie, for the desk only', async () => {
    const member = await newStaff()
    const { headers } = await confirm(await pending(member), member.codeAt(0), { 'x-token-mode': 'cookie' })
    expect(String(headers['set-cookie'])).toMatch(/^rt-desk=.*Path=\/v1\/desk\/auth.*HttpOnly.*SameSite=Strict/)
  })
})
