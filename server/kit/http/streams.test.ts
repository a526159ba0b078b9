import { logout } from '@cuida/core/access/session/session-api.ts'
import { describe, expect, test } from 'vitest'
import { startOtherProcess } from '../../access/test-other-process.ts'
import { newPatient, newSession } from '../../access/test-people.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { CALENDARS_PER_ADDRESS, STREAMS_A_SESSION } from '../session/change-events.ts'

const CALENDAR = '/v1/schedule/clinician/00000000-0000-4000-8000-000000000001/events'
const context = await createTestContext({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const other = closeAfterTests(await startOtherProcess(context))
const url = await context.app.listen({ port: 0, host: '127.0.0.1' })

async function signedIn() {
  const { accountId } = await newPatient(context)
  return { accountId, ...(await newSession(context, accountId)) }
}
interface How {
  token?: string
  from?: string
  path?: string
}
/** Opens a stream; returns its text after the end, and a function that disconnects. */
async function open({ token, from = '198.51.100.1', path = '/v1/events' }: How) {
  const leaving = new AbortController()
  const headers = { 'x-forwarded-for': from, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const reply = await fetch(url + path, { headers, signal: leaving.signal })
  return { status: reply.status, text: reply.text(), leave: () => leaving.abort() }
}

describe('a stream closes with its session and says so', () => {
  const ends: [string, (patient: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>][] = [
    ['that is signed out in another process', ({ token }) => other.sendCall(logout, {}, { token })],
    [
      'whose account is blocked',
      ({ accountId }) => context.db`update account set status = 'blocked' where id = ${accountId}`,
    ],
    [
      'that is idle, without a notification',
      ({ id }) => context.db`update session set last_seen_at = clock_timestamp() - interval '1 day' where id = ${id}`,
    ],
    [
      'that was ended in the database',
      ({ id }) => context.db`update session set ended_at = clock_timestamp(), end_reason = 'staff' where id = ${id}`,
    ],
  ]
  test.each(ends)('a stream of a session %s closes', async (_, end) => {
    const patient = await signedIn()
    const own = await open(patient)
    const calendar = await open({ ...patient, path: CALENDAR })
    expect([own.status, calendar.status]).toEqual([200, 200])
    await end(patient)
    for (const { text } of [own, calendar])
      expect(await text).toBe(': hello\n\nevent: changed\ndata: {"topics":["session"]}\n\n')
  })

  test('a stream of another session of the same person stays open', async () => {
    const patient = await signedIn()
    const second = await newSession(context, patient.accountId)
    const ending = await open(patient)
    const going = await open(second)
    await context.sendCall(logout, {}, { token: patient.token })
    await ending.text
    const still = await Promise.race([going.text, new Promise((resolve) => setTimeout(resolve, 200, 'open'))])
    expect(still).toBe('open')
    going.leave()
    await expect(going.text).rejects.toThrow()
  })
})

describe('limits on concurrent streams', () => {
  test('streams with a session count by session: two hundred people behind one address all get theirs', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, signedIn))
    const all = await Promise.all(people.flatMap((patient) => [open(patient), open({ ...patient, path: CALENDAR })]))
    expect(all.filter(({ status }) => status !== 200)).toEqual([])
    for (const { leave, text } of all) {
      leave()
      await text.catch(() => {})
    }
  }, 60_000)

  test('one session has a limited number of streams, and gets another for each that it closes', async () => {
    const patient = await signedIn()
    const all = await Promise.all(Array.from({ length: STREAMS_A_SESSION }, () => open(patient)))
    expect(all.map(({ status }) => status)).not.toContain(429)
    expect((await open(patient)).status).toBe(429)
    expect((await open({ ...patient, path: CALENDAR })).status).toBe(429)
    expect((await open(await signedIn())).status).toBe(200)
    all[0]?.leave()
    await all[0]?.text.catch(() => {})
    await expect.poll(async () => (await open(patient)).status).toBe(200)
  })

  test('streams without a session count by address, apart from those with one', async () => {
    const from = '198.51.100.2'
    const all = await Promise.all(Array.from({ length: CALENDARS_PER_ADDRESS }, () => open({ from, path: CALENDAR })))
    expect(all.map(({ status }) => status)).not.toContain(429)
    expect((await open({ from, path: CALENDAR })).status).toBe(429)
    expect((await open({ ...(await signedIn()), from, path: CALENDAR })).status).toBe(200)
    expect((await open({ from: '198.51.100.3', path: CALENDAR })).status).toBe(200)
  })
})
