import { changePassword } from '@cuida/core/access/security/security-api.ts'
import {
  changeEmail,
  changePhone,
  confirmEmailChange,
  confirmPhoneChange,
  resendEmailCode,
  updateMe,
} from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newClientAddress, newPhone, PASSWORD, readOutbox, readSentCode, wrongCode } from '../../access/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'
import { type Holder, newHolder, runJobs } from '../test-account.ts'

const quotes = recordErrorDetails()
const context = await createTestContext()
const holder = () => newHolder(context)

let addresses = 0
const newAddress = (): string => `new${++addresses}@example.com`
const requestChange = ({ token }: Holder, email: string, password = PASSWORD) =>
  context.sendCall(changeEmail, { email, password }, { token, from: newClientAddress() })
const confirm = ({ token }: Holder, changeToken: string, code: string) =>
  context.sendCall(confirmEmailChange, { changeToken, code }, { token })
const again = ({ token }: Holder, changeToken: string) => context.sendCall(resendEmailCode, { changeToken }, { token })
const emailOf = async ({ token }: Holder) => (await context.sendCall(me, {}, { token })).body.email
/** Ends the waiting time before another code. */
const advanceTime = (email: string) =>
  context.db`update code_sent set at = at - interval '31 seconds' where sent_to = ${email}`

describe('changing the e-mail address [A2.28]', () => {
  test('a code confirms the new address, and the old address and the phone are notified', async () => {
    const owner = await holder()
    await context.sendCall(updateMe, { locale: 'es' }, { token: owner.token })
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    expect(await emailOf(owner)).toBe(owner.email)
    const result = await confirm(owner, body.accessToken, await readSentCode(context, email))
    expect([result.status, result.body.email]).toEqual([200, email])
    await runJobs(context)
    const [message] = await readOutbox(context, owner.email)
    expect(message).toMatchObject({ channel: 'email', text: expect.stringContaining('recupera tu acceso') })
    expect(await readOutbox(context, owner.phone)).toMatchObject([
      { channel: 'sms', text: expect.stringContaining('el correo') },
    ])
    expect(await context.db`select 1 from notification where locale is not null and done_at is null`).toHaveLength(0)
  })

  test.each([
    ['en', 'Your code to confirm'],
    ['es', 'Tu código para confirmar'],
    ['pt-BR', 'Seu código para confirmar'],
  ])('the code is in the language of the app: %s', async (locale, phrase) => {
    const owner = await holder()
    const email = newAddress()
    const how = { token: owner.token, from: newClientAddress(), headers: { 'x-locale': locale } }
    await context.sendCall(changeEmail, { email, password: PASSWORD }, how)
    await runJobs(context)
    expect((await readOutbox(context, email))[0]?.text).toContain(phrase)
  })

  test('the change requires the password, and the session continues', async () => {
    const owner = await holder()
    const email = newAddress()
    const { status, body } = await requestChange(owner, email, 'Otra-Clave-9')
    expect([status, body.code]).toEqual([400, 'WRONG_CREDENTIALS'])
    expect(await readSentCode(context, email)).toBe('')
    expect(await emailOf(owner)).toBe(owner.email)
  })

  test('the current address is refused, in any spelling', async () => {
    const owner = await holder()
    const { status, body } = await requestChange(owner, owner.email.toUpperCase())
    expect([status, body.fields]).toEqual([400, { email: 'SAME' }])
  })

  test('another account’s address is refused, in any spelling', async () => {
    const owner = await holder()
    const other = await holder()
    const { status, body } = await requestChange(owner, other.email.toUpperCase())
    expect([status, body.code]).toEqual([409, 'EMAIL_CONFLICT'])
    expect(await readSentCode(context, other.email)).toBe('')
  })

  test('of two accounts that confirm one address at once, one gets it', async () => {
    const one = await holder()
    const two = await holder()
    const email = newAddress()
    const first = await requestChange(one, email)
    const code = await readSentCode(context, email)
    await context.db`update account set email = ${email.toUpperCase()} where id = ${two.accountId}`
    const result = await confirm(one, first.body.accessToken, code)
    expect([result.status, result.body.code]).toEqual([409, 'EMAIL_CONFLICT'])
    expect(await emailOf(one)).toBe(one.email)
  })

  test('addresses can be tried a few times, too few to probe other people’s', async () => {
    const owner = await holder()
    const other = await holder()
    const codes: unknown[] = []
    for (let i = 0; i < 10; i++) codes.push((await requestChange(owner, other.email)).body.code)
    expect(codes).toEqual([...Array(5).fill('EMAIL_CONFLICT'), ...Array(5).fill('RATE_LIMITED')])
  })
})

describe('the code for a new address', () => {
  test('a wrong code changes nothing and ends no session; the fifth one voids it', async () => {
    const owner = await holder()
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    const code = await readSentCode(context, email)
    const codes: unknown[] = []
    for (let i = 0; i < 5; i++) codes.push((await confirm(owner, body.accessToken, wrongCode(code))).body.code)
    expect(codes).toEqual(Array(5).fill('WRONG_CODE'))
    expect((await confirm(owner, body.accessToken, code)).body.code).toBe('CODE_EXPIRED')
    expect(await emailOf(owner)).toBe(owner.email)
  })

  test('a code changes the address once, and a repeated request succeeds', async () => {
    const owner = await holder()
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    const code = await readSentCode(context, email)
    const result = await Promise.all([confirm(owner, body.accessToken, code), confirm(owner, body.accessToken, code)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 200])
    const resent = await again(owner, body.accessToken)
    expect(resent).toMatchObject({ status: 400, body: { code: 'CODE_EXPIRED' } })
  })

  test.each([
    ['9 minutes 58 seconds', 200],
    ['10 minutes', 400],
  ])('a code of %s ago: %i', async (age, status) => {
    const owner = await holder()
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    const code = await readSentCode(context, email)
    await context.db`update verification set expires_at = expires_at - ${age}::interval where sent_to = ${email}`
    const result = await confirm(owner, body.accessToken, code)
    expect(result.status).toBe(status)
  })

  test('a repeated code voids the previous one, and needs a wait', async () => {
    const owner = await holder()
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    const first = await readSentCode(context, email)
    const soon = await again(owner, body.accessToken)
    expect(soon).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(20)
    await advanceTime(email)
    expect((await again(owner, body.accessToken)).status).toBe(204)
    const second = await readSentCode(context, email)
    expect((await confirm(owner, body.accessToken, first)).body.code).toBe('WRONG_CODE')
    expect((await confirm(owner, body.accessToken, second)).status).toBe(200)
  })

  test('a code is not valid for another person or purpose', async () => {
    const owner = await holder()
    const other = await holder()
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    const code = await readSentCode(context, email)
    const number = newPhone()
    const phone = await context.sendCall(
      changePhone,
      { phone: { number, country: 'ES' }, password: PASSWORD },
      { token: owner.token, from: newClientAddress() },
    )
    const byPhone = await readSentCode(context, number)
    const codes = [
      await confirm(other, body.accessToken, code),
      await again(other, body.accessToken),
      await confirm(owner, phone.body.accessToken, byPhone),
      await context.sendCall(confirmPhoneChange, { changeToken: body.accessToken, code }, { token: owner.token }),
    ]
    expect(codes.map((result) => result.body.code)).toEqual(Array(4).fill('CODE_EXPIRED'))
    expect((await confirm(owner, body.accessToken, code)).status).toBe(200)
  })

  test('a password change voids the code', async () => {
    const owner = await holder()
    const email = newAddress()
    const { body } = await requestChange(owner, email)
    const code = await readSentCode(context, email)
    const passwords = { currentPassword: PASSWORD, password: 'Otra-Clave-Larga-9' }
    await context.sendCall(changePassword, passwords, { token: owner.token, from: newClientAddress() })
    expect((await confirm(owner, body.accessToken, code)).body.code).toBe('CODE_EXPIRED')
  })
})

describe('an unreachable mail server', () => {
  // Sends what earlier tests left in the queue.
  beforeEach(() => runJobs(context))

  test('the code is sent when the server is back, and neither queue nor log holds an address', async () => {
    const owner = await holder()
    const email = newAddress()
    const lines: string[] = []
    const stdoutSpy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    await fetch(`${context.simulatorsUrl}/simulators/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'smtp', fault: '5xx' }),
    })
    expect((await requestChange(owner, email)).status).toBe(200)
    expect(await readSentCode(context, email)).toBe('')
    stdoutSpy.mockRestore()
    const queue = await context.db`select last_error, payload::text from graphile_worker._private_jobs`
    expect(queue).toHaveLength(1)
    expect(JSON.stringify(queue) + lines.join('')).not.toContain(email)
    await context.db`update graphile_worker._private_jobs set run_at = now()`
    await context.db`update notification set due_at = now()`
    expect(await readSentCode(context, email)).toMatch(/^\d{6}$/)
  })

  test('a refused address is given up, and the change continues with another', async () => {
    const owner = await holder()
    await requestChange(owner, `${newPhone()}@refused.example`)
    await runJobs(context)
    expect(await context.db`select 1 from graphile_worker._private_jobs`).toHaveLength(0)
  })
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})
