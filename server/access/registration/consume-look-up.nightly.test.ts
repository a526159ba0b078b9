import { createHash } from 'node:crypto'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import { isSolution, PROOF_OF_WORK_HEADER, type ProofOfWork, proofText } from '@cuida/core/kit/proof-of-work.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { createLog } from '../../kit/log/log.ts'
import { issueNonce } from '../../kit/proof-of-work/nonces.ts'
import { sendCall } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { LOOK_UP_BITS } from '../rate-limits.ts'
import { newClientAddress, newPatient, newPhone } from '../test-people.ts'
import { setPageTicket } from './consume-look-up.ts'

const context = await createTestContext()
// Some of these rate limits are global, so each test starts with empty windows.
beforeEach(() => context.db`delete from rate_count`)

interface Way {
  from?: string
  page?: string
  work?: string
}
const lookUp = (number: string, { from = newClientAddress(), page, work }: Way = {}) =>
  context.sendCall(
    phoneExists,
    { phone: { number, country: 'ES' } },
    {
      from,
      headers: { ...(page ? { cookie: `page=${page}` } : {}), ...(work ? { [PROOF_OF_WORK_HEADER]: work } : {}) },
    },
  )
const newPage = (now = new Date()) => issueNonce(context.services.secrets, { kind: 'page' }, 1_800, now)
const statuses = (all: { status: number }[]) => all.map(({ status }) => status)

function solve({ challenge, bits }: ProofOfWork, isValid = true): string {
  for (let counter = 0; ; counter++) {
    const text = proofText(challenge, counter)
    const hash = createHash('sha256').update(text).digest()
    if (isSolution(hash.readUInt32BE(), bits) === isValid) return text
  }
}

// All rate limits are spent long before the 500th number; the nightly run continues to the 5,000th.
const NUMBERS = process.env.NIGHTLY ? 5_000 : 500

/** Spends the address's limit of bare calls: from here on only a page or proof of work pays. */
async function spendBare(from: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) expect((await lookUp(newPhone(), { from })).status).toBe(200)
  expect((await lookUp(newPhone(), { from })).status).toBe(429)
}
/** The proof of work of a refusal for this address. */
const requestProof = async (number: string, from: string): Promise<ProofOfWork> =>
  (await lookUp(number, { from })).body.proofOfWork as ProofOfWork

describe('a page ticket', () => {
  test('a page brings two look-ups outside the limit of bare calls', async () => {
    const from = newClientAddress()
    const page = newPage()
    for (let attempt = 0; attempt < 2; attempt++) expect((await lookUp(newPhone(), { from, page })).status).toBe(200)
    const [row] = await context.db`select count(*)::int as bare from rate_count where key like 'phone-exists source%'`
    expect(row?.bare).toBe(0)
    await spendBare(from)
    expect((await lookUp(newPhone(), { from, page })).status).toBe(429)
  })

  test('reloading the page brings four look-ups an hour to one address', async () => {
    const from = newClientAddress()
    await spendBare(from)
    const all = []
    for (let loaded = 0; loaded < 6; loaded++) all.push(await lookUp(newPhone(), { from, page: newPage() }))
    expect(statuses(all)).toEqual([200, 200, 200, 200, 429, 429])
  })

  test.each([
    ['half an hour old', () => newPage(new Date(Date.now() - 1_801_000))],
    ['with a wrong signature', () => newPage().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['of another kind', () => issueNonce(context.services.secrets, { kind: 'work', about: '' }, 300, new Date())],
    ['in another format', () => 'page.x'],
  ])('a ticket %s brings none', async (_, page) => {
    const from = newClientAddress()
    await spendBare(from)
    expect((await lookUp(newPhone(), { from, page: page() })).status).toBe(429)
  })

  test('every document sets the ticket’s cookie, for this call only and unreadable by scripts', async () => {
    const header = vi.fn()
    setPageTicket(context.services, { header } as never)
    const [name, value] = header.mock.calls[0] ?? []
    expect(name).toBe('set-cookie')
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/v1/auth/register', 'Max-Age=1800'])
      expect(value).toContain(part)
    const page = /^page=([^;]+)/.exec(String(value))?.[1] ?? ''
    const from = newClientAddress()
    await spendBare(from)
    expect((await lookUp(newPhone(), { from, page })).status).toBe(200)
  })
})

describe('a solved proof of work', () => {
  test('a solution pays for one look-up of its number', async () => {
    const from = newClientAddress()
    const phone = newPhone()
    await spendBare(from)
    const work = solve(await requestProof(phone, from))
    expect((await lookUp(phone, { from, work })).body).toEqual({ phoneExists: false })
    expect((await lookUp(newPhone(), { from, work })).status).toBe(429)
  })

  test('a solution is used once, also in five concurrent requests', async () => {
    const from = newClientAddress()
    const phone = newPhone()
    await spendBare(from)
    const work = solve(await requestProof(phone, from))
    const all = await Promise.all(Array.from({ length: 5 }, () => lookUp(phone, { from, work })))
    expect(statuses(all).sort()).toEqual([200, 429, 429, 429, 429])
  })

  test.each([
    ['for another number', async (_: string, from: string) => solve(await requestProof(newPhone(), from))],
    ['with a wrong counter', async (phone: string, from: string) => solve(await requestProof(phone, from), false)],
    ['to an invented proof of work', async () => solve({ challenge: 'work.mine.9999999999.mac', bits: 16 })],
    ['without a counter', async (phone: string, from: string) => (await requestProof(phone, from)).challenge],
  ])('a solution %s pays nothing', async (_, solved) => {
    const from = newClientAddress()
    const phone = newPhone()
    await spendBare(from)
    expect((await lookUp(phone, { from, work: await solved(phone, from) })).status).toBe(429)
  })

  test('a solution expires after five minutes', async () => {
    const from = newClientAddress()
    const phone = newPhone()
    await spendBare(from)
    const about = `${LOOK_UP_BITS} look-up ${phone}`
    const old = (age: number) =>
      issueNonce(context.services.secrets, { kind: 'work', about }, 300, new Date(Date.now() - age * 1_000))
    expect((await lookUp(phone, { from, work: solve({ challenge: old(301), bits: LOOK_UP_BITS }) })).status).toBe(429)
    expect((await lookUp(phone, { from, work: solve({ challenge: old(290), bits: LOOK_UP_BITS }) })).status).toBe(200)
  })
})

test('a repeated answer costs its page nothing, up to the number’s five an hour', async () => {
  const from = newClientAddress()
  const phone = newPhone()
  const page = newPage()
  await lookUp(phone, { from, page })
  await context.db`update rate_count set count = 1000 where key not like 'phone-exists phone%' and key not like 'phone-exists answered%'`
  for (let attempt = 0; attempt < 4; attempt++) expect((await lookUp(phone, { from, page })).status).toBe(200)
  expect((await lookUp(phone, { from, page })).status).toBe(429)
})

test('another client at the same address does not learn that the number was looked up', async () => {
  const from = newClientAddress()
  const lookedUpPhone = newPhone()
  const other = newPhone()
  await spendBare(from)
  expect((await lookUp(lookedUpPhone, { from, page: newPage() })).status).toBe(200)
  const result = [await lookUp(lookedUpPhone, { from }), await lookUp(other, { from })]
  expect(statuses(result)).toEqual([429, 429])
})

test('a refused look-up is not answered when it is sent twice at once', async () => {
  const from = newClientAddress()
  await spendBare(from)
  const phone = newPhone()
  const all = await Promise.all(Array.from({ length: 10 }, () => lookUp(phone, { from })))
  expect(new Set(statuses(all))).toEqual(new Set([429]))
})

describe('probing of many numbers', () => {
  const alerts = (lines: string[]) => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'alert')

  /** Two processes that share the rate limits, and their log lines. */
  async function twoProcesses() {
    const lines: string[] = []
    const log = createLog('warn', (line) => lines.push(line))
    const other = await createApp({ ...context.services, log })
    const own = await createApp({ ...context.services, log })
    const at = [own, other]
    const close = () => Promise.all(at.map((app) => app.close()))
    let turn = 0
    const look = (from: string) =>
      sendCall(at[turn++ % 2] ?? own, phoneExists, { phone: { number: newPhone(), country: 'ES' } }, { from })
    return { lines, look, close }
  }

  test('probing from one address logs an alert at the limit, and one an hour at most', async () => {
    await windowIsLong()
    const { lines, look, close } = await twoProcesses()
    const from = newClientAddress()
    for (let attempt = 0; attempt < 5; attempt++) expect((await look(from)).status).toBe(200)
    expect(alerts(lines)).toEqual([])
    expect((await look(from)).status).toBe(429)
    const [alert] = alerts(lines)
    expect(alert).toMatchObject({ level: 'warn', limit: 'phone-exists source', count: 6 })
    expect(Date.now() - new Date(alert.at).getTime()).toBeLessThan(60_000)
    await Promise.all(Array.from({ length: 20 }, () => look(from)))
    expect(alerts(lines)).toHaveLength(1)
    expect(lines.join('')).not.toContain(from)
    expect(lines.join('')).not.toContain('+346')
    await close()
  })

  test('probing from many addresses logs an alert for the deployment, which refuses nobody', async () => {
    await windowIsLong()
    const { lines, look, close } = await twoProcesses()
    const all = []
    for (let attempt = 0; attempt < 155; attempt++) all.push(await look(newClientAddress()))
    expect(new Set(statuses(all))).toEqual(new Set([200]))
    expect(alerts(lines)).toMatchObject([{ limit: 'phone-exists all', count: 151 }])
    await close()
  })
})

test('the last of three hundred people behind one address are answered like the first', async () => {
  await windowIsLong()
  const from = newClientAddress()
  const { phone: known } = await newPatient(context)
  const lookUpPhone = async (number: string) => {
    const page = newPage()
    const first = await lookUp(number, { from, page })
    const proofOfWork = first.body.proofOfWork as ProofOfWork | undefined
    return proofOfWork ? lookUp(number, { from, page, work: solve(proofOfWork) }) : first
  }
  for (let person = 0; person < 10; person++)
    expect((await lookUpPhone(newPhone())).body).toEqual({ phoneExists: false })
  await context.db`update rate_count set count = 285 where key like 'phone-exists work%'`
  for (let person = 286; person < 290; person++)
    expect((await lookUpPhone(newPhone())).body).toEqual({ phoneExists: false })
  expect((await lookUpPhone(known)).body).toEqual({ phoneExists: true })
})

test('an attacker with thousands of numbers and 20 addresses but no work learns fewer than 200 an hour [A7.12]', {
  timeout: 240_000,
}, async () => {
  await windowIsLong()
  const sources = Array.from({ length: 20 }, (_, at) => `10.${50 + at}.0.7`)
  let answered = 0
  const tryOne = async (at: number) => {
    const number = `+346${String(55_000_000 + at)}`
    const { status } = await lookUp(number, { from: sources[at % sources.length] as string, page: newPage() })
    if (status === 200) answered++
  }
  for (let at = 0; at < NUMBERS; at += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => tryOne(at + more)))
  expect(answered).toBeGreaterThan(100)
  expect(answered).toBeLessThan(200)
})

test('work gets harder with each hundred of one address, up to a ceiling', async () => {
  const from = newClientAddress()
  await spendBare(from)
  const bitsAfter = async (count: number) => {
    await context.db`delete from rate_count where key like 'phone-exists work%'`
    const phone = newPhone()
    await lookUp(phone, { from, work: solve(await requestProof(phone, from)) })
    await context.db`update rate_count set count = ${count} where key like 'phone-exists work%'`
    return (await requestProof(newPhone(), from)).bits
  }
  expect([await bitsAfter(99), await bitsAfter(100), await bitsAfter(299)]).toEqual([16, 17, 18])
  await context.db`update rate_count set count = 600 where key like 'phone-exists work%'`
  const phone = newPhone()
  expect((await requestProof(phone, from)).bits).toBe(22)
  // A solution of the price before it rose is still accepted; the limit still applies.
  const easier = issueNonce(context.services.secrets, { kind: 'work', about: `21 look-up ${phone}` }, 300, new Date())
  expect((await lookUp(phone, { from, work: solve({ challenge: easier, bits: 21 }) })).status).toBe(429)
})

/** Rate-limit windows follow the clock's hours or minutes: waits until the test fits into one. */
async function windowIsLong(seconds = 3_600, room = 60): Promise<void> {
  const secondsLeft = seconds - ((Date.now() / 1_000) % seconds)
  if (secondsLeft < room) await new Promise((resolve) => setTimeout(resolve, secondsLeft * 1_000 + 500))
}
