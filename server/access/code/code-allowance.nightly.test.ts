import { type confirmPhone, login, loginMfa, registerPhone } from '@cuida/core/access/api.ts'
import { CODES_A_DAY, CODES_AN_HOUR } from '@cuida/core/access/code/code-wait.ts'
import { confirmRecovery, recover } from '@cuida/core/access/recovery/recovery-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { countUse } from '../../kit/limit/rate-limit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  blockOf,
  CODES_FOR_WORK_OF_COUNTRY,
  CODES_OF_BLOCK,
  CODES_OF_COUNTRY,
  CODES_PER_ADDRESS,
} from '../rate-limits.ts'
import {
  newClientAddress,
  newPatient,
  newPhone,
  PASSWORD,
  readOutbox,
  readSentCode,
  runJobs,
  solveProofOfWork,
  wrongCode,
} from '../test-people.ts'
import { codeOf } from './code.ts'

const context = await createTestContext()
beforeEach(() => context.db`delete from rate_count`)

const spanish = (number: string) => ({ phone: { number, country: 'ES' } })
type Call = typeof recover | typeof registerPhone
const requestCode = (call: Call, phone: string, headers: Record<string, string> = {}, from = newClientAddress()) =>
  context.sendCall(call, spanish(phone), { from, headers })
const passes = (phone: string, seconds: number) =>
  context.db`update code_sent set at = at - make_interval(secs => ${seconds}) where sent_to = ${phone}`

/** Requests a code at any price for a stranger; returns the waiting time and whether it needed proof of work. */
async function codeAtAnyPrice(call: Call, phone: string, budgetSeconds: number) {
  for (let waited = 0, worked = false; ; worked = true) {
    const result = await requestCode(call, phone)
    const paid = result.body.proofOfWork ? await requestCode(call, phone, solveProofOfWork(result)) : result
    worked ||= result.body.proofOfWork !== undefined
    if (paid.status === 200) return { token: String(paid.body.accessToken), waited, worked }
    const seconds = Number(paid.headers['retry-after'])
    if (waited + seconds > budgetSeconds) return undefined
    await passes(phone, seconds)
    waited += seconds
  }
}

async function codeOfNewest(phone: string): Promise<string> {
  const [newest] = await context.db<{ id: string; sending: number }[]>`
    select id, sending from verification where sent_to = ${phone} order by created_at desc limit 1`
  return codeOf(context.services.secrets, newest ?? { id: '', sending: 0 })
}

/**
 * A day of guessing by an attacker who knows the number and pays with proof of work for every available code. Returns
 * the wrong tries.
 */
async function dayOfGuesses(call: Call, confirm: typeof confirmRecovery | typeof confirmPhone, phone: string) {
  let wrongCodes = 0
  let codes = 0
  let secondsLeft = 86_000
  for (;;) {
    const had = await codeAtAnyPrice(call, phone, secondsLeft)
    if (!had) return { looks: wrongCodes, codes }
    codes++
    secondsLeft -= had.waited
    const code = await codeOfNewest(phone)
    for (let tried = 0; tried < 6; tried++) {
      const result = await context.sendCall(confirm, { code: wrongCode(code) }, { token: had.token })
      if (result.body.code === 'WRONG_CODE') wrongCodes++
    }
  }
}

describe('a day of guessing the codes of one number', { timeout: 120_000 }, () => {
  test('the attacker gets fifty tries at six digits, one in twenty thousand, and the owner keeps all tries', async () => {
    const { phone, accountId } = await newPatient(context)
    const device = String((await context.sendCall(login, { identifier: phone, password: PASSWORD })).body.deviceKey)
    const guessed = await dayOfGuesses(recover, confirmRecovery, phone)
    expect(guessed).toEqual({ looks: CODES_A_DAY * 5, codes: CODES_A_DAY })
    expect((await requestCode(registerPhone, phone)).body.code).toBe('RATE_LIMITED')

    // On a known device the owner recovers the password, and receives the code of a second factor.
    const recovery = await requestCode(recover, phone, { 'x-device': device })
    expect(recovery.status).toBe(200)
    const code = await codeOfNewest(phone)
    expect((await context.sendCall(confirmRecovery, { code }, { token: recovery.body.accessToken })).status).toBe(200)
    context.services.config.enableMfa = true
    try {
      await context.db`update session set ended_at = now(), end_reason = 'logout' where account_id = ${accountId}`
      const entered = await context.sendCall(
        login,
        { identifier: phone, password: PASSWORD },
        { from: newClientAddress() },
      )
      const mfa = await codeOfNewest(phone)
      const done = await context.sendCall(loginMfa, { code: mfa }, { token: String(entered.body.accessToken) })
      expect(done.status).toBe(200)
    } finally {
      context.services.config.enableMfa = false
    }
  })

  test('a number without an account behaves the same, and nothing is sent', async () => {
    const phone = newPhone()
    expect(await dayOfGuesses(recover, confirmRecovery, phone)).toEqual({ looks: CODES_A_DAY * 5, codes: CODES_A_DAY })
    await runJobs(context)
    expect(await readOutbox(context, phone)).toEqual([])
  })
})

describe('a stranger who requests codes of a number every quarter of an hour', () => {
  test('the stranger gets three free codes an hour, then must solve proof of work; the owner on a new device gets one for work', async () => {
    const { phone } = await newPatient(context)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await requestCode(recover, phone)).status).toBe(200)
      await passes(phone, 900)
    }
    const held = await requestCode(recover, phone)
    expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', proofOfWork: { bits: 17 } } })
    const paid = await requestCode(recover, phone, solveProofOfWork(held))
    expect(paid.status).toBe(200)
    const code = await codeOfNewest(phone)
    expect((await context.sendCall(confirmRecovery, { code }, { token: paid.body.accessToken })).status).toBe(200)
  })

  test('the stranger does not void the owner’s pending code, of either kind', async () => {
    const { phone } = await newPatient(context)
    const own = await requestCode(recover, phone)
    const code = await readSentCode(context, phone)
    const stranger = await requestCode(recover, phone)
    const paid = await requestCode(recover, phone, solveProofOfWork(stranger))
    for (let tried = 0; tried < 5; tried++)
      await context.sendCall(confirmRecovery, { code: wrongCode(code) }, { token: paid.body.accessToken })
    expect((await context.sendCall(confirmRecovery, { code }, { token: own.body.accessToken })).status).toBe(200)
  })

  test('the stranger gets at most five codes an hour, however much work is solved', async () => {
    const phone = newPhone()
    let sent = 0
    for (let attempt = 0; attempt < CODES_AN_HOUR + 3; attempt++) {
      const result = await requestCode(recover, phone)
      const paid = result.body.proofOfWork ? await requestCode(recover, phone, solveProofOfWork(result)) : result
      if (paid.status === 200) sent++
      else expect(paid.body).not.toHaveProperty('proofOfWork')
    }
    expect(sent).toBe(CODES_AN_HOUR)
  })
})

describe('spent rate limits of strangers', () => {
  const from = '10.99.0.1'
  test.each([
    ['an address', CODES_PER_ADDRESS, () => from],
    ['a country', CODES_OF_COUNTRY, () => 'ES'],
    ['a block of numbers', CODES_OF_BLOCK, (number: string) => blockOf({ number })],
  ])('when the limit of %s is spent, proof of work buys a code', async (_, limit, limitKey) => {
    const phone = newPhone()
    for (let used = 0; used < limit.most; used++)
      await countUse(context.db, context.services.secrets, limit, limitKey(phone))
    const held = await requestCode(registerPhone, phone, {}, from)
    expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', proofOfWork: { bits: 17 } } })
    expect((await requestCode(registerPhone, newPhone(), solveProofOfWork(held), from)).status).toBe(429)
    const again = await requestCode(registerPhone, phone, {}, from)
    expect((await requestCode(registerPhone, phone, solveProofOfWork(again), from)).status).toBe(200)
  })

  test('codes for work have a ceiling in each country, which logs an alert', async () => {
    const warned: unknown[] = []
    const { log } = context.services
    const { warn } = log
    log.warn = (...line) => warned.push(line)
    const phone = newPhone()
    await requestCode(registerPhone, phone)
    const held = await requestCode(registerPhone, phone)
    const limit = CODES_FOR_WORK_OF_COUNTRY
    await countUse(context.db, context.services.secrets, limit, 'ES')
    await context.db`update rate_count set count = ${limit.most} where key like ${`${limit.name}%`}`
    const refused = await requestCode(registerPhone, phone, solveProofOfWork(held))
    log.warn = warn
    expect(refused.status).toBe(429)
    expect(refused.body).not.toHaveProperty('proofOfWork')
    expect(warned).toContainEqual(['alert', { limit: limit.name, count: limit.most + 1 }])
  })
})
