import { login } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { changePassword } from '@cuida/core/access/security/security-api.ts'
import { refreshSession } from '@cuida/core/access/session/session-api.ts'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { sendCall } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { purgeAccess } from '../purge-store.ts'
import { newClientAddress, newPatient, PASSWORD, readSentCode, solveProofOfWork } from '../test-people.ts'

const context = await createTestContext()

const NEW = 'Camino-verde-7'
const WRONG = 'Otra-Clave-9'
const on = (device: string) => ({ 'x-device': device })
const enter = (phone: string, password: string, headers = {}) =>
  context.sendCall(login, { identifier: phone, password }, { from: newClientAddress(), headers })
const deviceOf = async (phone: string, headers = {}) => String((await enter(phone, PASSWORD, headers)).body.deviceKey)
const leaveAll = (accountId: string) =>
  context.db`update session set ended_at = now(), end_reason = 'logout' where account_id = ${accountId} and ended_at is null`
/** Strangers have spent their tries for this number. */
async function attacked() {
  const patient = await newPatient(context)
  const device = await deviceOf(patient.phone)
  for (let tried = 0; tried < 10; tried++) await enter(patient.phone, WRONG)
  expect((await enter(patient.phone, PASSWORD)).body.code).toBe('RATE_LIMITED')
  return { ...patient, device }
}
const isKnown = async (phone: string, device: string) => (await enter(phone, PASSWORD, on(device))).status === 200

describe('a known device', () => {
  test('a known device keeps working during an attack, at any address', async () => {
    const { phone, device } = await attacked()
    expect(await isKnown(phone, device)).toBe(true)
  })

  test.each([
    ['with another id', (key: string) => key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['with another signature', (key: string) => key.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['without a signature', (key: string) => key.split('.')[0] ?? ''],
    ['in another format', () => '.'],
    ['of 5,000 characters', () => 'x'.repeat(5_000)],
  ])('a device id %s is not accepted', async (_, forged) => {
    const { phone, device } = await attacked()
    expect(await isKnown(phone, forged(device))).toBe(false)
  })

  test('another person’s device counts as a stranger', async () => {
    const { phone } = await attacked()
    expect(await isKnown(phone, await deviceOf((await newPatient(context)).phone))).toBe(false)
  })

  test('two people can share a device, and each keeps their own tries', async () => {
    const one = await attacked()
    const { phone } = await newPatient(context)
    const shared = await deviceOf(phone, on(one.device))
    expect(await isKnown(one.phone, shared)).toBe(true)
    expect(await isKnown(phone, shared)).toBe(true)
  })

  test('a known device has ten tries, and further ones need proof of work', async () => {
    const { phone, device } = await attacked()
    for (let tried = 0; tried < 10; tried++)
      expect((await enter(phone, WRONG, on(device))).body.code).toBe('WRONG_CREDENTIALS')
    const held = await enter(phone, PASSWORD, on(device))
    expect(held.body.code).toBe('RATE_LIMITED')
    expect((await enter(phone, PASSWORD, { ...on(device), ...solveProofOfWork(held) })).body.mfa).toBe('PENDING')
  })

  test('a recovery forgets all devices but the one that recovered', async () => {
    const { phone, device, accountId } = await attacked()
    const recovery = await context.sendCall(
      recover,
      { phone: { number: phone, country: 'ES' } },
      { from: newClientAddress() },
    )
    const code = await readSentCode(context, phone)
    const { body } = await context.sendCall(confirmRecovery, { code }, { token: recovery.body.accessToken })
    const done = await context.sendCall(resetPassword, { password: NEW }, { token: body.accessToken })
    await leaveAll(accountId)
    expect((await enter(phone, NEW, on(device))).body.code).toBe('RATE_LIMITED')
    expect((await enter(phone, NEW, on(String(done.body.deviceKey)))).status).toBe(200)
  })

  test('a password change forgets all devices but the one that changed it', async () => {
    const { phone, device, accountId } = await attacked()
    const other = await deviceOf(phone, on(device))
    const elsewhere = String((await enter(phone, PASSWORD, { ...on(device), 'x-device': device })).body.deviceKey)
    expect([other, elsewhere]).toEqual([device, device])
    await leaveAll(accountId)
    const token = String((await enter(phone, PASSWORD, on(device))).body.accessToken)
    await context.db`insert into known_device (owner_id, device_hash) values (${accountId}, ${Buffer.from('lost')})`
    const input = { currentPassword: PASSWORD, password: NEW }
    expect((await context.sendCall(changePassword, input, { token, headers: on(device) })).status).toBe(204)
    const devices = await context.db`select 1 from known_device where owner_id = ${accountId}`
    expect(devices).toHaveLength(1)
    await leaveAll(accountId)
    expect((await enter(phone, NEW, on(device))).status).toBe(200)
  })

  test('a device is forgotten after a year, and the eleventh replaces the least recently used one', async () => {
    const { phone, accountId } = await newPatient(context)
    const devices = []
    for (let more = 0; more < 11; more++) {
      devices.push(await deviceOf(phone))
      await leaveAll(accountId)
    }
    const count = async () => (await context.db`select 1 from known_device where owner_id = ${accountId}`).length
    expect(await count()).toBe(10)
    await context.db`update known_device set seen_at = seen_at - interval '366 days' where owner_id = ${accountId}`
    await purgeAccess(context.db)
    expect(await count()).toBe(0)
  })
})

describe('in a browser', () => {
  const asBrowser = { 'x-token-mode': 'cookie' }
  const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) => [headers['set-cookie']].flat().map(String)

  test('a browser’s device id is an HttpOnly SameSite cookie for a year, and not in the body', async () => {
    const { phone } = await newPatient(context)
    const result = await enter(phone, PASSWORD, asBrowser)
    const cookie = cookiesOf(result).find((each) => each.startsWith('device='))
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=31536000']) expect(cookie).toContain(part)
    expect(result.body).not.toHaveProperty('deviceKey')
  })

  test('over https the cookie is bound to the host', async () => {
    const env = { ...context.services.env, PUBLIC_URL: 'https://vida.example' }
    const secure = await createApp({ ...context.services, env })
    const { phone } = await newPatient(context)
    const headers = { ...asBrowser, host: 'vida.example' }
    const result = await sendCall(
      secure,
      login,
      { identifier: phone, password: PASSWORD },
      { from: newClientAddress(), headers },
    )
    expect(cookiesOf(result).find((each) => each.startsWith('__Host-device='))).toContain('Secure')
    await secure.close()
  })

  test('a browser’s header and an app’s cookie are ignored', async () => {
    const { phone, device } = await attacked()
    expect((await enter(phone, PASSWORD, { ...asBrowser, ...on(device) })).body.code).toBe('RATE_LIMITED')
    expect((await enter(phone, PASSWORD, { cookie: `device=${device}` })).body.code).toBe('RATE_LIMITED')
    expect((await enter(phone, PASSWORD, { ...asBrowser, cookie: `x=1; device=${device}` })).status).toBe(200)
  })

  test('a refresh makes no device known: only a complete sign-in does', async () => {
    const { phone, accountId } = await newPatient(context)
    const { body } = await enter(phone, PASSWORD)
    await context.db`delete from known_device where owner_id = ${accountId}`
    const refreshed = await context.sendCall(refreshSession, {}, { token: String(body.refreshToken) })
    expect(refreshed.body).not.toHaveProperty('deviceKey')
    expect(await context.db`select 1 from known_device where owner_id = ${accountId}`).toHaveLength(0)
  })
})
