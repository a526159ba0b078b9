import { randomInt, randomUUID } from 'node:crypto'
import { login } from '@cuida/core/access/api.ts'
import {
  blockPerson,
  endPersonSessions,
  getPerson,
  searchPeople,
  unblockPerson,
} from '@cuida/core/access/people-api.ts'
import { heartbeat, refreshSession } from '@cuida/core/access/session-api.ts'
import { staffMe } from '@cuida/core/access/staff-api.ts'
import { me } from '@cuida/core/profile/api.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertClinician, type TestClinician } from '../care/test-people.ts'
import { secondProcess } from '../care/test-second.ts'
import { findTampering } from '../kit/audit.ts'
import { tell, testWorld, type World } from '../kit/test-world.ts'
import { newPatient, newSession, newSource, PASSWORD } from './test-people.ts'

const REASON = 'The patient asked for it on the phone'
// Two processes, and 120 searches.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: World
let other: { app: FastifyInstance; close(): Promise<void> }
let manager: TestClinician
beforeAll(async () => {
  world = await testWorld({ demo: false })
  other = await secondProcess(world)
  manager = await newManager()
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const newManager = () => insertClinician(world, { role: 'clinical-manager', isClinician: false })
const by = (who: { token: string }) => ({ token: who.token })
const patient = (id: string) => ({ kind: 'patient' as const, id })
const colleague = ({ staffId }: TestClinician) => ({ kind: 'staff' as const, id: staffId })
const find = (query: string, who = manager) => world.tell(searchPeople, { query }, by(who))
const see = (person: { kind: 'patient' | 'staff'; id: string }, who = manager) => world.tell(getPerson, person, by(who))
const block = (person: { kind: 'patient' | 'staff'; id: string }, reason = REASON, who = manager) =>
  world.tell(blockPerson, { ...person, reason }, by(who))
const unblock = (person: { kind: 'patient' | 'staff'; id: string }) =>
  world.tell(unblockPerson, { ...person, reason: REASON }, by(manager))
const enter = (phone: string, password = PASSWORD, headers = {}) =>
  world.tell(login, { identifier: phone, password }, { from: newSource(), headers })
const recordOf = (id: string) => world.db`
  select act, reason, staff_id as "staffId", detail from audit where subject_id = ${id} order by seq`

describe('a person is found', () => {
  test.each([
    ['by their number', (phone: string) => phone],
    ['by the number as it is dialled at home', (phone: string) => `${phone.slice(3, 6)} ${phone.slice(6)}`],
    ['by their e-mail, in capitals too', (_: string, email: string) => email.toUpperCase()],
  ])('%s', async (_, query) => {
    const { accountId, phone, email } = await newPatient(world)
    const { status, body } = await find(query(phone, email))
    expect(status).toBe(200)
    expect(body.items).toMatchObject([{ kind: 'patient', id: accountId, name: 'Ana Ruiz', status: 'active' }])
    expect(JSON.stringify(body)).not.toContain(phone.slice(3))
  })

  test('by a part of the name, without minding accents and capitals; colleagues too', async () => {
    const who = await newPatient(world)
    const name = `Zoë${randomInt(1e6)}`
    await world.db`update patient set first_name = ${name}, last_name = 'Muñoz García' where id = ${who.patientId}`
    for (const query of [name, name.toLowerCase().replace('ë', 'e'), `${name} munoz garc`])
      expect((await find(query)).body.items.map(({ id }) => id)).toEqual([who.accountId])
    expect((await find('marta ruiz')).body.items).toContainEqual(expect.objectContaining({ kind: 'staff' }))
  })

  test('never with wildcards, never when deleted, and with "more" beyond twenty', async () => {
    expect((await find('%%%')).body.items).toEqual([])
    const gone = await newPatient(world)
    await world.db`update account set status = 'deleted' where id = ${gone.accountId}`
    expect((await find(gone.phone)).body.items).toEqual([])
    expect((await see(patient(gone.accountId))).status).toBe(404)
    const last = `Apellido${randomInt(1e6)}`
    const many = await Promise.all(Array.from({ length: 21 }, () => newPatient(world)))
    const ids = many.map(({ patientId }) => patientId)
    await world.db`update patient set last_name = ${last} where id in ${world.db(ids)}`
    expect((await find(last)).body).toMatchObject({ more: true, items: { length: 20 } })
    await world.db`update patient set last_name = 'Otra' where id = ${ids[0] ?? ''}`
    expect((await find(last)).body).toMatchObject({ more: false, items: { length: 20 } })
  })

  test.each([
    ['two letters', 'ab', 400],
    ['three letters', 'zzq', 200],
    ['a hundred letters', 'z'.repeat(100), 200],
    ['a hundred and one letters', 'z'.repeat(101), 400],
    ['spaces around too little', '  ab  ', 400],
  ])('%s answer %s', async (_, query, status) => expect((await find(query)).status).toBe(status))

  test('at most 120 times an hour, so that nobody copies the list', async () => {
    const busy = await newManager()
    for (let searched = 0; searched < 120; searched++) expect((await find('zzq', busy)).status).toBe(200)
    expect(await find('zzq', busy)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})

describe('only clinical managers', () => {
  const person = patient(randomUUID())
  test.each([
    ['search', () => ({ call: searchPeople, input: { query: 'Ana' } })],
    ['look', () => ({ call: getPerson, input: person })],
    ['block', () => ({ call: blockPerson, input: { ...person, reason: REASON } })],
    ['unblock', () => ({ call: unblockPerson, input: { ...person, reason: REASON } })],
    ['end sessions', () => ({ call: endPersonSessions, input: { ...person, reason: REASON } })],
  ])('%s: a clinician hears NOT_ALLOWED, whoever it is about and whatever they send', async (_, deed) => {
    const { call, input } = deed()
    const clinician = await insertClinician(world)
    for (const given of [input, { ...input, reason: 'x', query: '' }])
      expect(await world.tell(call as never, given as never, by(clinician))).toMatchObject({
        status: 403,
        body: { code: 'NOT_ALLOWED' },
      })
  })

  test('who are clinicians as well may', async () => {
    const both = await insertClinician(world, { role: 'clinician-and-clinical-manager' })
    expect((await find('Ana', both)).status).toBe(200)
  })
})

describe('a manager sees', () => {
  test('who it is, since when, how they signed in and what went wrong, with no address', async () => {
    const { accountId, patientId, phone, email } = await newPatient(world)
    await world.db`
      insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
      values (${patientId}, 'Leo', 'Ruiz', '2018-04-01', 'Male')`
    const from = newSource()
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148' }
    const knock = (password: string) => world.tell(login, { identifier: phone, password }, { from, headers: agent })
    expect((await knock('Otra-Clave-9')).status).toBe(400)
    expect((await knock(PASSWORD)).status).toBe(200)
    const ended = await newSession(world, accountId)
    await world.db`update session set ended_at = now(), end_reason = 'logout' where id = ${ended.id}`
    const { body } = await see(patient(accountId))
    expect(body).toMatchObject({
      name: 'Ana Ruiz',
      phone,
      email,
      dependants: 1,
      status: 'active',
      role: null,
      isMe: false,
    })
    expect(body.sessions).toMatchObject([
      { id: ended.id, endReason: 'logout', device: null, network: null },
      { endedAt: null, endReason: null, device: 'phone', network: expect.stringMatching(/^[0-9A-F]{4}$/) },
    ])
    expect(body.failures).toMatchObject([{ device: 'phone', network: body.sessions[1]?.network }])
    expect(JSON.stringify(body)).not.toContain(from)
    expect(JSON.stringify(body)).not.toMatch(/password|hash|secret|dateOfBirth|symptom/i)
  })

  test('a session that ran out as ended, though nobody ended it', async () => {
    const { accountId } = await newPatient(world)
    const { id } = await newSession(world, accountId)
    await world.db`update session set last_seen_at = now() - interval '15 minutes' where id = ${id}`
    const { body } = await see(patient(accountId))
    expect(body.sessions[0]).toMatchObject({ id, endReason: 'idle', endedAt: body.sessions[0]?.lastSeenAt })
  })

  test('a colleague, with their role', async () => {
    const clinician = await insertClinician(world)
    expect((await see(colleague(clinician))).body).toMatchObject({ kind: 'staff', role: 'clinician', phone: null })
    expect((await see(colleague(manager))).body.isMe).toBe(true)
  })

  test.each([
    ['nobody', () => patient(randomUUID())],
    ['a colleague asked for as a patient', () => patient(manager.staffId)],
  ])('%s: not found', async (_, person) =>
    expect(await see(person())).toMatchObject({ status: 404, body: { code: 'PERSON_NOT_FOUND' } }),
  )
})

describe('blocking', () => {
  test('ends every session on both processes within two seconds, old and new tokens alike', async () => {
    const { accountId, phone } = await newPatient(world)
    const sessions = await Promise.all([newSession(world, accountId), newSession(world, accountId)])
    const at = (app: FastifyInstance, token: string) => tell(app, me, {}, { token })
    for (const { token } of sessions)
      for (const app of [world.app, other.app]) expect((await at(app, token)).status).toBe(200)
    expect((await block(patient(accountId))).status).toBe(204)
    for (const { token, refreshToken } of sessions)
      for (const app of [world.app, other.app]) {
        await vi.waitFor(async () => expect((await at(app, token)).status).toBe(401), { timeout: 2_000, interval: 10 })
        expect((await tell(app, heartbeat, {}, { token })).status).toBe(410)
        expect((await tell(app, refreshSession, {}, { token: refreshToken })).status).toBe(401)
      }
    expect(await enter(phone)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
    expect((await enter(phone, 'Otra-Clave-9')).body.code).toBe('WRONG_CREDENTIALS')
    expect((await see(patient(accountId))).body.sessions.map(({ endReason }) => endReason)).toEqual([
      'blocked',
      'blocked',
    ])
  })

  test('is undone by unblocking, and the old sessions stay ended', async () => {
    const { accountId, phone } = await newPatient(world)
    const { token } = await newSession(world, accountId)
    await block(patient(accountId))
    expect((await unblock(patient(accountId))).status).toBe(204)
    expect((await enter(phone)).status).toBe(200)
    await vi.waitFor(async () => expect((await world.tell(me, {}, { token })).status).toBe(401))
    expect(await unblock(patient(accountId))).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
  })

  test('happens once, however many managers press at once, on both processes', async () => {
    const { accountId } = await newPatient(world)
    const managers = await Promise.all(Array.from({ length: 6 }, newManager))
    const input = { ...patient(accountId), reason: REASON }
    const told = await Promise.all(
      managers.map(({ token }, nth) => tell(nth % 2 ? world.app : other.app, blockPerson, input, { token })),
    )
    expect(told.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409])
    expect((await recordOf(accountId)).map(({ act }) => act)).toEqual(['block'])
  })

  test('leaves no session behind of who signs in at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { accountId, phone } = await newPatient(world)
      await Promise.all([block(patient(accountId)), enter(phone), enter(phone)])
      const open = await world.db`select 1 from session where account_id = ${accountId} and ended_at is null`
      expect(open).toHaveLength(0)
    }
  })

  test('shuts a colleague out of the desk', async () => {
    const clinician = await insertClinician(world)
    expect((await world.tell(staffMe, {}, by(clinician))).status).toBe(200)
    expect((await block(colleague(clinician))).status).toBe(204)
    await vi.waitFor(async () => expect((await world.tell(staffMe, {}, by(clinician))).status).toBe(401))
  })

  test('is not for oneself, nor is signing oneself out', async () => {
    expect(await block(colleague(manager))).toMatchObject({ status: 409, body: { code: 'NOT_YOURSELF' } })
    const ending = { ...colleague(manager), reason: REASON }
    expect((await world.tell(endPersonSessions, ending, by(manager))).body.code).toBe('NOT_YOURSELF')
    expect((await see(colleague(manager))).body).toMatchObject({ status: 'active', isMe: true })
  })

  test('of two managers who block each other, one stays', async () => {
    const [one, two] = [await newManager(), await newManager()]
    const told = await Promise.all([block(colleague(two), REASON, one), block(colleague(one), REASON, two)])
    expect(told.map(({ status }) => status).sort()).toEqual([204, 401])
  })

  test.each([
    ['nine letters', 'a'.repeat(9), 400],
    ['ten letters', 'a'.repeat(10), 204],
    ['500 letters', 'a'.repeat(500), 204],
    ['501 letters', 'a'.repeat(501), 400],
    ['spaces alone', ' '.repeat(20), 400],
  ])('with a reason of %s answers %s', async (_, reason, status) => {
    const { accountId } = await newPatient(world)
    expect((await block(patient(accountId), reason)).status).toBe(status)
  })

  test.each([
    ['block', blockPerson],
    ['unblock', unblockPerson],
    ['end sessions', endPersonSessions],
  ])('%s: nobody who is not there', async (_, call) => {
    const input = { ...patient(randomUUID()), reason: REASON }
    expect(await world.tell(call, input as never, by(manager))).toMatchObject({ body: { code: 'PERSON_NOT_FOUND' } })
  })
})

describe('ending sessions', () => {
  const end = (id: string, sessionId?: string) =>
    world.tell(endPersonSessions, { ...patient(id), reason: REASON, ...(sessionId ? { sessionId } : {}) }, by(manager))

  test('one ends that one, all ends the rest, and a second time finds none', async () => {
    const { accountId, phone } = await newPatient(world)
    const [first, second, third] = [
      await newSession(world, accountId),
      await newSession(world, accountId),
      await newSession(world, accountId),
    ]
    expect((await end(accountId, first.id)).body).toEqual({ ended: 1 })
    await vi.waitFor(async () => expect((await world.tell(me, {}, by(first))).status).toBe(401))
    expect((await world.tell(me, {}, by(second))).status).toBe(200)
    expect((await end(accountId)).body).toEqual({ ended: 2 })
    await vi.waitFor(async () => expect((await world.tell(me, {}, by(third))).status).toBe(401))
    expect((await end(accountId)).body).toEqual({ ended: 0 })
    expect((await end(accountId, first.id)).body).toEqual({ ended: 0 })
    expect((await enter(phone)).status).toBe(200)
    const { body } = await see(patient(accountId))
    expect(body.sessions.map(({ endReason }) => endReason)).toEqual([null, 'staff', 'staff', 'staff'])
  })

  test("another person's session is not found, and stays", async () => {
    const [mine, theirs] = [await newPatient(world), await newPatient(world)]
    const session = await newSession(world, theirs.accountId)
    expect(await end(mine.accountId, session.id)).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } })
    expect((await world.tell(me, {}, by(session))).status).toBe(200)
  })
})

describe('the record', () => {
  test('holds every look and every deed, with who, whom and why, and is whole', async () => {
    const { accountId, phone } = await newPatient(world)
    const session = await newSession(world, accountId)
    await find(phone)
    await see(patient(accountId))
    await world.tell(endPersonSessions, { ...patient(accountId), reason: REASON, sessionId: session.id }, by(manager))
    await block(patient(accountId))
    await unblock(patient(accountId))
    const { body } = await see(patient(accountId))
    const rows = await recordOf(accountId)
    expect(rows.map(({ act }) => act)).toEqual(['view', 'end-session', 'block', 'unblock', 'view'])
    expect(rows.every(({ staffId }) => staffId === manager.staffId)).toBe(true)
    expect(rows.map(({ reason }) => reason)).toEqual([null, REASON, REASON, REASON, null])
    expect(body.deeds.map(({ act, by: name, reason }) => [act, name, reason])).toEqual([
      ['unblock', 'Dra. Marta Ruiz', REASON],
      ['block', 'Dra. Marta Ruiz', REASON],
      ['end-session', 'Dra. Marta Ruiz', REASON],
    ])
    const [search] = await world.db`select detail from audit where act = 'search' and detail like ${`%${accountId}%`}`
    expect(JSON.parse(search?.detail)).toEqual({ by: 'phone', found: [accountId] })
    expect(await findTampering(world.db, world.services.secrets)).toBeUndefined()
  })

  test('keeps what was refused out: a deed that did not happen has no row', async () => {
    const { accountId } = await newPatient(world)
    await unblock(patient(accountId))
    await block(patient(accountId), 'short')
    expect(await recordOf(accountId)).toHaveLength(0)
  })

  test('shows nobody when it cannot be written', async () => {
    const { accountId, email } = await newPatient(world)
    const refuse = world.db`
      create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'full'; end $$`
    await refuse
    await world.db`create trigger full_up before insert on audit for each row execute function refuse_audit()`
    try {
      for (const told of [await see(patient(accountId)), await find(email), await block(patient(accountId))]) {
        expect(told.status).toBe(500)
        expect(JSON.stringify(told.body)).not.toContain('Ruiz')
      }
    } finally {
      await world.db`drop trigger full_up on audit`
    }
    expect((await see(patient(accountId))).body.status).toBe('active')
  })
})
