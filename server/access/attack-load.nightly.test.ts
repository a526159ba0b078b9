import { confirmPhone, login, loginMfa, registerPhone } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { staffLogin, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import type { Call, Input } from '@cuida/core/kit/call.ts'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { TestReply } from '../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../testing/test-contexts.ts'
import { hashPassword } from './passwords.ts'
import { encryptSecret } from './security/totp.ts'
import { startOtherProcess } from './test-other-process.ts'
import { newPatient, newPhone, PASSWORD, readSentCode, runJobs, solveProofOfWork } from './test-people.ts'

// A clinic behind one address, and an attacker behind the same address or proxy. Every run has a tenth of the people;
// the nightly run has all.
const PART = process.env.NIGHTLY ? 1 : 0.1
const [PATIENTS, CLINICIANS, WRONG, CODES] = [200, 20, 1_000, 1_000].map((whole) => whole * PART) as [
  number,
  number,
  number,
  number,
]
const HOUSE = '10.20.30.40'

const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))

let turn = 0
/**
 * A request from the shared address to either process; a refusal with a proof of work is repeated with its solution,
 * as a page does.
 */
async function callApi<C extends Call>(call: C, input: Input<C>, how: { token?: string; device?: string } = {}) {
  const { device, ...rest } = how
  const headers: Record<string, string> = device ? { 'x-device': device } : {}
  const at = turn++ % 2 ? context : other
  const result = await at.sendCall(call, input, { ...rest, from: HOUSE, headers })
  if (!result.body?.proofOfWork) return result
  return at.sendCall(call, input, { ...rest, from: HOUSE, headers: { ...headers, ...solveProofOfWork(result) } })
}
const attack = <C extends Call>(call: C, input: Input<C>): Promise<TestReply<C>> =>
  (turn++ % 2 ? context : other).sendCall(call, input, { from: HOUSE })

const spanish = (number: string) => ({ phone: { number, country: 'ES' } })
const enter = (phone: string, device?: string) =>
  callApi(login, { identifier: phone, password: PASSWORD }, device ? { device } : {})

/** Limits concurrency to a realistic number of people. */
async function inGroups<T, R>(all: readonly T[], work: (one: T, at: number) => Promise<R>, size = 10): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += size)
    done.push(...(await Promise.all(all.slice(at, at + size).map((one, more) => work(one, at + more)))))
  return done
}

async function newClinician(at: number) {
  const email = `siege${at}@example.com`
  const secret = new Secret({ size: 20 })
  await context.db`
    insert into staff (email, name, password_hash, totp_secret, role)
    values (${email}, 'Dra. Vega', ${await hashPassword(PASSWORD)}, ${encryptSecret(context.services.secrets, secret.base32)}, 'clinician')`
  const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  const signIn = async (steps: number, device?: string) => {
    const known = device ? { device } : {}
    const first = await callApi(staffLogin, { email, password: PASSWORD }, known)
    return callApi(verifyStaffTotp, { code: codeAt(steps) }, { token: String(first.body.accessToken), ...known })
  }
  return { email, signIn, device: String((await signIn(-1)).body.deviceKey) }
}

async function throughSecond(phone: string, entered: Awaited<ReturnType<typeof enter>>) {
  if (entered.body.mfa !== 'PENDING') return entered
  const code = await readSentCode(context, phone)
  return callApi(loginMfa, { code }, { token: String(entered.body.accessToken) })
}

async function recoverOn(phone: string, device?: string) {
  const known = device ? { device } : {}
  const recovery = await callApi(recover, spanish(phone), known)
  const code = await readSentCode(context, phone)
  const proved = await callApi(confirmRecovery, { code }, { token: recovery.body.accessToken })
  return callApi(resetPassword, { password: 'Camino-verde-7' }, { token: proved.body.accessToken, ...known })
}

test('a clinic behind one address keeps working while an attacker behind the same address attacks it', {
  timeout: 900_000,
}, async () => {
  const patients = await inGroups(Array.from({ length: PATIENTS }), async () => {
    const patient = await newPatient(context)
    return { ...patient, device: String((await enter(patient.phone)).body.deviceKey) }
  })
  const clinicians = await inGroups(Array.from({ length: CLINICIANS }), (_, at) => newClinician(at))

  const attempts = new Map<string, number>()
  const guessing = inGroups(Array.from({ length: WRONG }), async (_, at) => {
    const phone = patients[at % 5]?.phone ?? ''
    const clinician = clinicians[at % CLINICIANS]?.email ?? ''
    const result =
      at % 4 === 3
        ? await attack(staffLogin, { email: clinician, password: 'Otra-Clave-9' })
        : await attack(login, { identifier: at % 4 === 2 ? newPhone() : phone, password: 'Otra-Clave-9' })
    if (at % 4 < 2 && result.body.code === 'WRONG_CREDENTIALS') attempts.set(phone, (attempts.get(phone) ?? 0) + 1)
  })
  const pumping = inGroups(Array.from({ length: CODES }), async (_, at) => {
    const phone = patients[at % PATIENTS]?.phone ?? ''
    await attack(at % 2 ? recover : registerPhone, spanish(phone))
  })

  // During the attack everybody signs in on their known device.
  const entered = await inGroups(patients, ({ phone, device }) => enter(phone, device))
  expect(entered.map(({ status }) => status)).toEqual(Array(PATIENTS).fill(200))
  const atDesk = await inGroups(clinicians, ({ signIn, device }) => signIn(0, device))
  expect(atDesk.map(({ status }) => status)).toEqual(Array(CLINICIANS).fill(200))
  await guessing
  await pumping
  for (const count of attempts.values()) expect(count).toBeLessThanOrEqual(10)

  // A few use a new device, forgot their password, or register.
  const onNewDevices = patients.slice(0, 3)
  for (const { phone, accountId } of onNewDevices) {
    await context.db`update session set ended_at = now(), end_reason = 'logout' where account_id = ${accountId}`
    expect((await throughSecond(phone, await enter(phone))).status).toBe(200)
  }
  for (const { phone, device } of patients.slice(3, 6)) expect((await recoverOn(phone, device)).status).toBe(200)
  for (const { phone } of patients.slice(6, 8)) expect((await recoverOn(phone)).status).toBe(200)
  const phone = newPhone()
  const phoneReply = await callApi(registerPhone, spanish(phone))
  const proved = await callApi(
    confirmPhone,
    { code: await readSentCode(context, phone) },
    { token: phoneReply.body.accessToken },
  )
  expect(proved.status).toBe(200)

  // The cost: the limit of the address is spent, and no number received more codes than strangers may request.
  await runJobs(context)
  const sent = await context.db<{ codes: number }[]>`
    select count(*)::int as codes from code_sent where requester = 'stranger' group by sent_to`
  for (const { codes } of sent) expect(codes).toBeLessThanOrEqual(5)
  const [all] = await context.db`select count(*)::int as codes from code_sent where requester = 'stranger'`
  expect(all?.codes).toBeLessThan(30 + 10)
})
