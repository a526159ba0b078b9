import { confirmPhone, login, resendBySms } from '@cuida/core/access/api.ts'
import { changePhone, confirmPhoneChange } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import {
  newClientAddress,
  newPhone,
  newSession,
  PASSWORD,
  readOutbox,
  readSentCode,
  wrongCode,
} from '../../access/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'
import { type Holder, newHolder, runJobs } from '../test-account.ts'

const quotes = recordErrorDetails()
const context = await createTestContext()

const requestChange = ({ token }: Holder, number: string, password = PASSWORD) =>
  context.sendCall(changePhone, { phone: { number, country: 'ES' }, password }, { token, from: newClientAddress() })
const confirm = ({ token }: Holder, changeToken: string, code: string) =>
  context.sendCall(confirmPhoneChange, { changeToken, code }, { token })

describe('changing the phone number [A2.28]', () => {
  test('a code confirms the new number, which signs in, and the old one no longer does', async () => {
    const holder = await newHolder(context)
    const elsewhere = await newSession(context, holder.accountId)
    const number = newPhone()
    const { body } = await requestChange(holder, number)
    expect((await confirm(holder, body.accessToken, await readSentCode(context, number))).status).toBe(200)
    expect((await context.sendCall(me, {}, { token: holder.token })).body.phone).toEqual({ number, country: 'ES' })
    expect((await context.sendCall(me, {}, { token: elsewhere.token })).status).toBe(401)
    const enter = (identifier: string) =>
      context.sendCall(login, { identifier, password: PASSWORD }, { from: newClientAddress() })
    expect((await enter(number)).status).toBe(200)
    expect((await enter(holder.phone)).body.code).toBe('WRONG_CREDENTIALS')
    await runJobs(context)
    expect((await readOutbox(context, holder.phone))[0]?.text).toContain('mobile')
  })

  test('the change requires the password', async () => {
    const holder = await newHolder(context)
    const number = newPhone()
    const { status, body } = await requestChange(holder, number, 'Otra-Clave-9')
    expect([status, body.code]).toEqual([400, 'WRONG_CREDENTIALS'])
    expect(await readSentCode(context, number)).toBe('')
  })

  test('another account’s number is refused', async () => {
    const owner = await newHolder(context)
    const other = await newHolder(context)
    const { status, body } = await requestChange(owner, other.phone)
    expect([status, body.code]).toEqual([409, 'PHONE_CONFLICT'])
  })

  test('a number taken by another account before the code arrives is refused', async () => {
    const owner = await newHolder(context)
    const other = await newHolder(context)
    const number = newPhone()
    const { body } = await requestChange(owner, number)
    const code = await readSentCode(context, number)
    await context.db`update account set phone = ${number} where id = ${other.accountId}`
    const result = await confirm(owner, body.accessToken, code)
    expect([result.status, result.body.code]).toEqual([409, 'PHONE_CONFLICT'])
    expect((await context.sendCall(me, {}, { token: owner.token })).body.phone.number).toBe(owner.phone)
  })

  test.each([
    ['the current number', async (holder: Holder) => holder.phone, [400, 'INVALID']],
    ['an impossible number', async () => '+34111222333', [400, 'INVALID']],
    ['a premium number', async () => '+34803000000', [400, 'PHONE_NOT_ALLOWED']],
  ])('%s is refused', async (_, number, expected) => {
    const holder = await newHolder(context)
    const { status, body } = await requestChange(holder, await number(holder))
    expect([status, body.code]).toEqual(expected)
  })

  test('a wrong code changes nothing and ends no session', async () => {
    const holder = await newHolder(context)
    const number = newPhone()
    const { body } = await requestChange(holder, number)
    const result = await confirm(holder, body.accessToken, wrongCode(await readSentCode(context, number)))
    expect([result.status, result.body.code]).toEqual([400, 'WRONG_CODE'])
    expect((await context.sendCall(me, {}, { token: holder.token })).body.phone.number).toBe(holder.phone)
  })

  test('a code changes the number once, and a repeated request succeeds', async () => {
    const holder = await newHolder(context)
    const number = newPhone()
    const { body } = await requestChange(holder, number)
    const code = await readSentCode(context, number)
    await confirm(holder, body.accessToken, code)
    const notices = () => context.db`select 1 from notification where phone = ${holder.phone}`
    const result = (await notices()).length
    expect((await confirm(holder, body.accessToken, code)).body.phone).toMatchObject({ number })
    expect(await notices()).toHaveLength(result)
  })

  test('one person’s change is not valid for another, nor as a registration', async () => {
    const owner = await newHolder(context)
    const other = await newHolder(context)
    const number = newPhone()
    const { body } = await requestChange(owner, number)
    const code = await readSentCode(context, number)
    expect((await confirm(other, body.accessToken, code)).body.code).toBe('CODE_EXPIRED')
    expect((await confirm(other, 'x'.repeat(40), code)).body.code).toBe('CODE_EXPIRED')
    expect((await context.sendCall(confirmPhone, { code }, { token: body.accessToken })).body.code).toBe('CODE_EXPIRED')
    expect((await confirm(owner, body.accessToken, code)).status).toBe(200)
  })

  test('another code needs a wait', async () => {
    const holder = await newHolder(context)
    const { body } = await requestChange(holder, newPhone())
    const result = await context.sendCall(resendBySms, {}, { token: body.accessToken })
    expect(result.status).toBe(429)
    expect(Number(result.headers['retry-after'])).toBeGreaterThan(20)
  })
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})
