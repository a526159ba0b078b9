import { login } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { changePassword, getSecurity, setFirstPassword } from '@cuida/core/access/security/security-api.ts'
import { changeEmail, deletePatient } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newClientAddress, newPatient, newSession, readOutbox, readSentCode, runJobs } from '../test-people.ts'

const NEW = 'Otra-Clave-Larga-9'
const context = await createTestContext()

async function withoutPassword() {
  const patient = await newPatient(context)
  await context.db`update account set password_hash = null where id = ${patient.accountId}`
  return { ...patient, token: (await newSession(context, patient.accountId)).token }
}

/** A token that proves the phone, as in a recovery. */
async function provedBy(phone: string): Promise<string> {
  const reply = await context.sendCall(
    recover,
    { phone: { number: phone, country: 'ES' } },
    { from: newClientAddress() },
  )
  const code = await readSentCode(context, phone)
  return (await context.sendCall(confirmRecovery, { code }, { token: reply.body.accessToken })).body.accessToken
}

const choose = (token: string, resetToken: string, password = NEW) =>
  context.sendCall(setFirstPassword, { resetToken, password }, { token })

test('an account without a password sets one by its phone, keeps its session, and gets a notice [A2.28]', async () => {
  const { token, phone, email, accountId } = await withoutPassword()
  const elsewhere = await newSession(context, accountId)
  expect((await context.sendCall(getSecurity, {}, { token })).body.hasPassword).toBe(false)
  expect((await choose(token, await provedBy(phone))).status).toBe(204)
  expect((await context.sendCall(getSecurity, {}, { token })).body.hasPassword).toBe(true)
  expect((await context.sendCall(me, {}, { token: elsewhere.token })).status).toBe(401)
  expect(
    (await context.sendCall(login, { identifier: phone, password: NEW }, { from: newClientAddress() })).status,
  ).toBe(200)
  await runJobs(context)
  expect((await readOutbox(context, phone))[0]?.text).toContain('password was changed')
  expect((await readOutbox(context, email))[0]?.text).toContain('password was changed')
})

test('calls that need a password are refused until one is set, and trying ends no session', async () => {
  const { token, patientId } = await withoutPassword()
  const how = { token, from: newClientAddress() }
  const result = [
    await context.sendCall(changeEmail, { email: 'new@example.com', password: NEW }, how),
    await context.sendCall(deletePatient, { id: patientId, password: NEW }, how),
    await context.sendCall(changePassword, { currentPassword: NEW, password: NEW }, how),
  ]
  expect(result.map(({ status }) => status)).toEqual([400, 400, 400])
  expect((await context.sendCall(me, {}, { token })).status).toBe(200)
})

test('the new password must follow the rules', async () => {
  const { token, phone } = await withoutPassword()
  const result = await choose(token, await provedBy(phone), 'caminoverde')
  expect(result).toMatchObject({ status: 400, body: { fields: { password: 'TOO_SIMPLE' } } })
})

test('an account with a password cannot use this call to replace it', async () => {
  const patient = await newPatient(context)
  const { token } = await newSession(context, patient.accountId)
  expect(await choose(token, await provedBy(patient.phone))).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_SET' },
  })
})

test.each([
  ['of another person’s phone', async () => provedBy((await newPatient(context)).phone)],
  ['that is not a token', async () => 'x'.repeat(40)],
  ['of another purpose', async () => (await withoutPassword()).token],
])('a proof %s is refused', async (_, proof) => {
  const { token } = await withoutPassword()
  expect(await choose(token, await proof())).toMatchObject({ status: 400, body: { code: 'CODE_EXPIRED' } })
})

test('a proof sets one password, here or by recovery', async () => {
  const { token, phone, accountId } = await withoutPassword()
  const proof = await provedBy(phone)
  const both = await Promise.all([choose(token, proof), choose(token, proof)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  const again = await context.sendCall(
    resetPassword,
    { password: 'Una-Tercera-Clave-7' },
    { token: proof, from: newClientAddress() },
  )
  expect(again.status).not.toBe(200)
  const [row] = await context.db`select password_changed_at from account where id = ${accountId}`
  expect(row?.password_changed_at).not.toBeNull()
})
