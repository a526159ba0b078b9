import { login } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover } from '@cuida/core/access/recovery/recovery-api.ts'
import { logout, refreshSession } from '@cuida/core/access/session/session-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  newClientAddress,
  newPatient,
  PASSWORD,
  readSentCode,
  verifyPhone,
  wrongCode,
} from '../../access/test-people.ts'
import { SCHEDULED_JOBS } from '../../jobs.ts'
import { POLICY } from '../../testing/policy/test-policy.ts'
import type { Actor } from '../../testing/policy/test-rule.ts'
import { type Actors, callName, createActors } from '../../testing/test-actors.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { buildInput } from '../../testing/test-inputs.ts'
import { servedCalls } from '../http/serve.ts'
import { createLog } from './log.ts'

let context: TestContext
let cast: Actors
const lines: string[] = []
beforeAll(async () => {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  const complain = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  context = await startTestContext({ demo: false, env: { LOG_LEVEL: 'info' } })
  cast = await createActors(context)
  await everybodyDoesEverything()
  await somebodyComesAndGoes()
  for (const [_seconds, _name, runJob] of SCHEDULED_JOBS) await runJob(context.services)
  write.mockRestore()
  complain.mockRestore()
})
afterAll(() => context.close())

const secrets: string[] = [PASSWORD]

async function everybodyDoesEverything(): Promise<void> {
  const callOf = (name: string) => servedCalls.find((call) => callName(call) === name) as Call
  for (const [name, rule] of Object.entries(POLICY))
    for (const actor of ['other', ...rule.opens] satisfies Actor[]) {
      const token = cast.tokens[actor]
      await context.sendCall(callOf(name), buildInput(cast, rule, cast.holder) as never, token ? { token } : {})
    }
}

/**
 * A patient's visit with an app session, whose refresh token is in the body, and a failed try on each sign-in route.
 */
async function somebodyComesAndGoes(): Promise<void> {
  const { phone } = await newPatient(context)
  const from = newClientAddress()
  const number = { number: phone, country: 'ES' as const }
  await context.sendCall(login, { identifier: phone, password: 'Otra-Cosa-9' }, { from })
  const { body } = await context.sendCall(login, { identifier: phone, password: PASSWORD }, { from })
  const first = String(body.refreshToken)
  const next = await context.sendCall(refreshSession, {}, { token: first })
  expect(next.status).toBe(200)
  await context.sendCall(refreshSession, {}, { token: 'not-a-token-of-anybody-at-all' })
  const recovery = await context.sendCall(recover, { phone: number }, { from })
  const code = await readSentCode(context, phone)
  await context.sendCall(confirmRecovery, { code: wrongCode(code) }, { token: recovery.body.accessToken })
  const proof = await verifyPhone(context, '+34699000111')
  await context.sendCall(logout, {}, { token: next.body.accessToken })
  secrets.push(first, String(body.accessToken), next.body.refreshToken, next.body.accessToken)
  secrets.push('not-a-token-of-anybody', phone, phone.slice(3), recovery.body.accessToken, proof, '699000111')
}

test('the log during a complete patient visit', () => {
  expect(lines.filter((line) => line.includes('"event":"request"')).length).toBeGreaterThan(200)
})

test('no line holds a token, code, password, phone, address, name or symptom', async () => {
  const people = await context.db<{ word: string }[]>`
    select phone as word from account union select email from account where email is not null
    union select email from staff union select name from staff union select name from clinician
    union select last_name from patient where last_name is not null
    union select document_number from patient where document_number is not null
    union select cpf from patient where cpf is not null`
  const forbiddenTexts = [
    ...secrets,
    ...cast.canaries,
    ...people.map(({ word }) => word),
    ...bearers(),
    cast.holder.cart,
  ]
  const result = lines.filter((line) => forbiddenTexts.some((text) => line.includes(text)))
  expect(result).toEqual([])
})

const bearers = () => Object.values(cast.tokens).filter((token) => token !== undefined)

test('every line comes from createLog, which drops all fields but those of LogFields', () => {
  const foreign = lines.flatMap((text) => text.trim().split('\n')).filter((line) => !isOurs(line))
  expect(foreign).toEqual([])
})

/** Lines of Fastify's own logger have a numeric level and no event. */
const isOurs = (line: string): boolean => /^\{"at":"[^"]+","level":"(info|warn|error)","event":"[^"]+"[,}]/.test(line)

test('an error that quotes a row is logged with its code and frames only', () => {
  const result: string[] = []
  const error = Object.assign(new Error('Key (phone)=(+34600123456) already exists'), {
    code: '23505',
    constraint_name: 'account_phone',
    detail: 'Key (phone)=(+34600123456)',
    query: 'insert into account',
    parameters: ['+34600123456'],
  })
  createLog('error', (line) => result.push(line)).error('unexpected', { error })
  expect(result.join()).toContain('"code":"23505","constraint":"account_phone"')
  expect(result.join()).not.toMatch(/600123456|insert into/)
})

test('undeclared log fields are dropped', () => {
  const result: string[] = []
  const more = { traceId: 'a', refreshToken: 'secret-of-somebody' }
  createLog('info', (line) => result.push(line)).info('refreshed', more)
  expect(result.join()).not.toContain('secret-of-somebody')
})
