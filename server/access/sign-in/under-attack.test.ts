import { forceLogin, login, loginMfa } from '@cuida/core/access/api.ts'
import { staffLogin } from '@cuida/core/access/team/staff-api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  newClientAddress,
  newPatient,
  newPhone,
  newSession,
  PASSWORD,
  readSentCode,
  solveProofOfWork,
} from '../test-people.ts'

const context = await createTestContext()

const enter = (identifier: string, password = PASSWORD, headers = {}, from = newClientAddress()) =>
  context.sendCall(login, { identifier, password }, { from, headers })
async function attacked(phone: string) {
  for (let tried = 0; tried < 10; tried++) await enter(phone, 'Otra-Clave-9')
  return enter(phone)
}

test('during an attack the owner signs in from a new device and address: proof of work, password, and a code by SMS', async () => {
  const { phone } = await newPatient(context)
  const held = await attacked(phone)
  expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  const entered = await enter(phone, PASSWORD, solveProofOfWork(held))
  expect(entered.body).toMatchObject({ mfa: 'PENDING', factor: 'sms' })
  const code = await readSentCode(context, phone)
  const done = await context.sendCall(loginMfa, { code }, { token: String(entered.body.accessToken) })
  expect(done.body.sessionId).toEqual(expect.any(String))
})

test('a right guess with proof of work alone opens no session, by force either', async () => {
  const { phone, accountId } = await newPatient(context)
  for (let times = 0; times < 3; times++) await newSession(context, accountId)
  const entered = await enter(phone, PASSWORD, solveProofOfWork(await attacked(phone)))
  expect(entered.body).not.toHaveProperty('sessionId')
  expect(entered.body).not.toHaveProperty('maxSessionsToken')
  expect((await context.sendCall(forceLogin, {}, { token: String(entered.body.accessToken) })).status).toBe(401)
})

test('during an attack the answers for known and unknown numbers have the same length and requirements', async () => {
  const known = await attacked((await newPatient(context)).phone)
  const unknown = await attacked(newPhone())
  const shape = ({ status, body, headers }: typeof known) => [status, Object.keys(body), headers['content-length']]
  expect(shape(known)).toEqual(shape(unknown))
})

test('work for one number, or for one guess, pays for nothing else', { tags: ['nightly'] }, async () => {
  const one = (await newPatient(context)).phone
  const two = (await newPatient(context)).phone
  const held = await attacked(one)
  await attacked(two)
  const work = solveProofOfWork(held)
  expect((await enter(two, PASSWORD, work)).status).toBe(429)
  expect((await enter(one, 'Otra-Clave-9', work)).body.code).toBe('WRONG_CREDENTIALS')
  expect((await enter(one, PASSWORD, work)).status).toBe(429)
})

test('behind an address with spent limits, proof of work lets patients and staff sign in', {
  tags: ['nightly'],
}, async () => {
  const from = newClientAddress()
  for (let tried = 0; tried < 100; tried++) await enter(newPhone(), 'Otra-Clave-9', {}, from)
  const { phone } = await newPatient(context)
  const held = await enter(phone, PASSWORD, {}, from)
  expect(held.status).toBe(429)
  expect((await enter(phone, PASSWORD, solveProofOfWork(held), from)).body.sessionId).toEqual(expect.any(String))
  const staff = { email: 'nobody@example.com', password: PASSWORD }
  const refused = await context.sendCall(staffLogin, staff, { from })
  expect(refused.status).toBe(429)
  expect((await context.sendCall(staffLogin, staff, { from, headers: solveProofOfWork(refused) })).body.code).toBe(
    'WRONG_CREDENTIALS',
  )
})

test('a flood that fills one number’s queue leaves the owner a way past it', async () => {
  const { phone } = await newPatient(context)
  const flood = Array.from({ length: 120 }, () => enter(phone, 'Otra-Clave-9'))
  const held = await enter(phone)
  expect(held.body).toMatchObject({ code: 'UNAVAILABLE', proofOfWork: { bits: 17 } })
  expect((await enter(phone, PASSWORD, solveProofOfWork(held))).status).toBe(200)
  await Promise.all(flood)
})
