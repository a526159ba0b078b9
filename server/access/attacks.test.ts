import { confirmPhone, login, loginMfa, registerPhone } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover } from '@cuida/core/access/recovery/recovery-api.ts'
import { heartbeat, logout, refreshSession } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test, vi } from 'vitest'
import type { TestContext } from '../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../testing/test-contexts.ts'
import { startOtherProcess } from './test-other-process.ts'
import {
  newClientAddress,
  newPatient,
  newPhone,
  newSession,
  openAllConnections,
  PASSWORD,
  readSentCode,
  wrongCode,
} from './test-people.ts'

// Attacks on sessions, codes and passwords that depend on two processes, many addresses or concurrent tries.
const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))
const processes = [context, other]

const closeAccount = ({ db }: TestContext, id: string) => db`
  update account set status = 'deleted', deleted_at = now(), phone = null, email = null, password_hash = ''
  where id = ${id}`

const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
const count = (all: { body: { code?: string } }[], code: string) => all.filter(({ body }) => body.code === code).length

describe('guessing codes', () => {
  test('a hundred concurrent codes are a hundred tries, whatever address their headers claim', async () => {
    const phone = newPhone()
    const reply = await context.sendCall(
      registerPhone,
      { phone: { number: phone, country: 'ES' } },
      { from: newClientAddress() },
    )
    const token = reply.body.accessToken
    const code = await readSentCode(context, phone)
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        one(processes, at).sendCall(
          confirmPhone,
          { code: wrongCode(code), tries: 0, phone: newPhone(), sending: at } as { code: string },
          {
            token,
            from: newClientAddress(),
            headers: {
              'x-forwarded-for': newClientAddress(),
              'x-real-ip': newClientAddress(),
              forwarded: `for=${newClientAddress()}`,
            },
          },
        ),
      ),
    )
    expect([count(all, 'WRONG_CODE'), count(all, 'CODE_EXPIRED'), count(all, 'RATE_LIMITED')]).toEqual([5, 95, 0])
    expect((await context.sendCall(confirmPhone, { code }, { token })).status).not.toBe(200)
  })

  test('a code is wrong for another purpose, and its token authorises no other purpose', async () => {
    context.services.config.enableMfa = true
    try {
      const { phone } = await newPatient(context)
      const entered = await context.sendCall(
        login,
        { identifier: phone, password: PASSWORD },
        { from: newClientAddress() },
      )
      const mfaCode = await readSentCode(context, phone)
      await context.db`update code_sent set at = at - interval '1 minute' where sent_to = ${phone}`
      const reply = await context.sendCall(
        recover,
        { phone: { number: phone, country: 'ES' } },
        { from: newClientAddress() },
      )
      const recoveryCode = await readSentCode(context, phone)
      const mfa = String(entered.body.accessToken)
      const recovery = reply.body.accessToken
      if (mfaCode !== recoveryCode) {
        expect((await context.sendCall(loginMfa, { code: recoveryCode }, { token: mfa })).body.code).toBe('WRONG_CODE')
        expect((await context.sendCall(confirmRecovery, { code: mfaCode }, { token: recovery })).body.code).toBe(
          'WRONG_CODE',
        )
      }
      expect((await context.sendCall(loginMfa, { code: recoveryCode }, { token: recovery })).status).toBe(401)
      expect((await context.sendCall(confirmRecovery, { code: mfaCode }, { token: mfa })).status).toBe(401)
    } finally {
      context.services.config.enableMfa = false
    }
  })

  test('a used code is reported to the vendor, and a replaced one is cancelled there', async () => {
    const phone = newPhone()
    const reply = await context.sendCall(
      registerPhone,
      { phone: { number: phone, country: 'ES' } },
      { from: newClientAddress() },
    )
    const code = await readSentCode(context, phone)
    const open = () => context.db`select 1 from code_sent where sent_to = ${phone} and vendor_reference is not null`
    expect(await open()).toHaveLength(1)
    await context.sendCall(confirmPhone, { code }, { token: reply.body.accessToken })
    await readSentCode(context, phone)
    expect(await open()).toHaveLength(0)
  })
})

describe('guessing passwords', () => {
  const guess = (phone: string, from: string, headers = {}) =>
    context.sendCall(login, { identifier: phone, password: 'Otra-Clave-9' }, { from, headers })

  test('a guesser at 50 addresses gets ten tries in 15 minutes, forty an hour, while the owner signs in', async () => {
    const { phone } = await newPatient(context)
    const entered = await context.sendCall(
      login,
      { identifier: phone, password: PASSWORD },
      { from: newClientAddress() },
    )
    const headers = { 'x-device': String(entered.body.deviceKey) }
    const enter = () =>
      other.sendCall(login, { identifier: phone, password: PASSWORD }, { from: newClientAddress(), headers })
    expect((await enter()).status).toBe(200)
    const sources = Array.from({ length: 50 }, newClientAddress)
    const all = await Promise.all(sources.map((from) => guess(phone, from)))
    expect([count(all, 'WRONG_CREDENTIALS'), count(all, 'RATE_LIMITED')]).toEqual([10, 40])
    expect((await enter()).status).toBe(200)
  })

  test('a guesser at one address gets ten tries, whatever address the headers claim', async () => {
    const { phone } = await newPatient(context)
    const from = newClientAddress()
    const all = []
    for (let tried = 0; tried < 15; tried++)
      all.push(await guess(phone, from, { 'x-forwarded-for': newClientAddress() }))
    expect(count(all, 'WRONG_CREDENTIALS')).toBe(10)
  })
})

describe('a refresh token in two processes', () => {
  const refresh = (at: number, token: string) => one(processes, at).sendCall(refreshSession, {}, { token })
  const begin = async () => newSession(context, (await newPatient(context)).accountId)

  test('a token sent fifty times at once has one successor', async () => {
    const session = await begin()
    await openAllConnections(context)
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => refresh(at, session.refreshToken)))
    expect(all.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(all.map(({ body }) => body.refreshToken)).size).toBe(1)
    const rows = await context.db`select 1 from refresh_token where session_id = ${session.id}`
    expect(rows).toHaveLength(2)
  })

  test('a token two steps old ends the session in both processes within a second, however recent it is', async () => {
    const session = await begin()
    for (const process of processes) await process.sendCall(me, {}, { token: session.token })
    const next = (await refresh(0, session.refreshToken)).body
    await refresh(1, next.refreshToken)
    expect((await refresh(0, session.refreshToken)).status).toBe(401)
    for (const process of processes) {
      await vi.waitFor(
        async () => expect((await process.sendCall(heartbeat, {}, { token: session.token })).status).toBe(410),
        { timeout: 1_000 },
      )
      expect((await process.sendCall(refreshSession, {}, { token: next.refreshToken })).status).toBe(401)
    }
  })
})

describe('ending a session takes effect in both processes within two seconds', () => {
  const ends: [string, (token: string, accountId: string) => Promise<unknown>][] = [
    ['logging out', (token) => other.sendCall(logout, {}, { token })],
    ['blocking the account', (_, id) => context.db`update account set status = 'blocked' where id = ${id}`],
    ['deleting the account', (_, id) => closeAccount(context, id)],
  ]
  test.each(ends)('%s ends the session in both processes', async (_, end) => {
    const { accountId } = await newPatient(context)
    const session = await newSession(context, accountId)
    const next = (await context.sendCall(refreshSession, {}, { token: session.refreshToken })).body
    for (const process of processes)
      for (const token of [session.token, next.accessToken])
        expect((await process.sendCall(me, {}, { token })).status).toBe(200)
    await end(next.accessToken, accountId)
    for (const process of processes) {
      for (const token of [session.token, next.accessToken])
        await vi.waitFor(async () => expect((await process.sendCall(me, {}, { token })).status).toBe(401), {
          timeout: 2_000,
        })
      for (const token of [session.refreshToken, next.refreshToken])
        expect((await process.sendCall(refreshSession, {}, { token })).status).toBe(401)
    }
  })
})

test('twenty concurrent sign-ins in two processes open three sessions', async () => {
  const { phone, accountId } = await newPatient(context)
  const from = newClientAddress()
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      one(processes, at).sendCall(login, { identifier: phone, password: PASSWORD }, { from }),
    ),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(count(all, 'MAX_SESSIONS')).toBe(17)
  const [row] =
    await context.db`select count(*)::int as open from session where account_id = ${accountId} and ended_at is null`
  expect(row?.open).toBe(3)
})
