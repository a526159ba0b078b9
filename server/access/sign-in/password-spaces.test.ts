import { login } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { changePassword } from '@cuida/core/access/security/security-api.ts'
import { staffLogin } from '@cuida/core/access/team/staff-api.ts'
import { changeEmail } from '@cuida/core/profile/account/account-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { hashPassword } from '../passwords.ts'
import { newClientAddress, newPatient, PASSWORD, readSentCode } from '../test-people.ts'

const context = await createTestContext()

const enter = (identifier: string, password: string) =>
  context.sendCall(login, { identifier, password }, { from: newClientAddress() })

describe.each([
  ['at the start', ` ${PASSWORD}`],
  ['at the end', `${PASSWORD} `],
  ['as a tab at the end', `${PASSWORD}\t`],
])('a password with a blank %s', (_, password) => {
  const store = async (accountId: string) =>
    context.db`update account set password_hash = ${await hashPassword(password)} where id = ${accountId}`

  test('the password signs in only with its blank', async () => {
    const { phone, accountId } = await newPatient(context)
    await store(accountId)
    expect((await enter(phone, password)).status).toBe(200)
    expect((await enter(phone, PASSWORD)).body.code).toBe('WRONG_CREDENTIALS')
  })

  test('the password is compared with its blank inside the account too', async () => {
    const { phone, accountId } = await newPatient(context)
    await store(accountId)
    const token = String((await enter(phone, password)).body.accessToken)
    const email = `new${phone.slice(1)}@example.com`
    expect((await context.sendCall(changeEmail, { email, password }, { token })).status).toBe(200)
    const input = { currentPassword: password, password: 'Camino-verde-7 ' }
    expect((await context.sendCall(changePassword, input, { token })).status).toBe(204)
    expect((await enter(phone, 'Camino-verde-7 ')).status).toBe(200)
  })

  test('a password set in a recovery keeps its blank', async () => {
    const { phone } = await newPatient(context)
    const recovery = await context.sendCall(
      recover,
      { phone: { number: phone, country: 'ES' } },
      { from: newClientAddress() },
    )
    const code = await readSentCode(context, phone)
    const { body } = await context.sendCall(confirmRecovery, { code }, { token: recovery.body.accessToken })
    await context.sendCall(resetPassword, { password }, { token: body.accessToken })
    expect((await enter(phone, password)).status).toBe(200)
  })

  test('a staff password keeps its blank', async () => {
    const email = `blank${Math.random()}@example.com`
    await context.db`
      insert into staff (email, name, password_hash, totp_secret, role)
      values (${email}, 'Dra. Vega', ${await hashPassword(password)}, ${Buffer.from('x')}, 'clinician')`
    expect((await context.sendCall(staffLogin, { email, password }, { from: newClientAddress() })).status).toBe(200)
    expect(
      (await context.sendCall(staffLogin, { email, password: PASSWORD }, { from: newClientAddress() })).status,
    ).toBe(400)
  })
})
