import { randomInt, randomUUID } from 'node:crypto'
import { login } from '@cuida/core/access/api.ts'
import {
  blockPerson,
  endPersonSessions,
  getPerson,
  searchPeople,
  unblockPerson,
} from '@cuida/core/access/people/people-api.ts'
import { describe, expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { audit, findTampering } from '../../kit/audit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { countRowReads } from '../../testing/test-reads.ts'
import { newClientAddress, newPatient, newSession, PASSWORD } from '../test-people.ts'
import { findPeople } from './people-store.ts'
import { ACTION_REASON, createManagerActions, insertManager, patientRef, staffRef, tokenOf } from './test-managers.ts'

const context = await createTestContext()
const manager = await insertManager(context)
const desk = createManagerActions(context, manager)

describe('searching people [A3.14]', () => {
  test.each([
    ['by their number', (phone: string) => phone],
    ['by the national number', (phone: string) => `${phone.slice(3, 6)} ${phone.slice(6)}`],
    ['by their e-mail, in capitals too', (_: string, email: string) => email.toUpperCase()],
  ])('a person is found %s', async (_, query) => {
    const { accountId, phone, email } = await newPatient(context)
    const { status, body } = await desk.find(query(phone, email))
    expect(status).toBe(200)
    expect(body.items).toMatchObject([{ kind: 'patient', id: accountId, name: 'Ana Ruiz', status: 'active' }])
    expect(JSON.stringify(body)).not.toContain(phone.slice(3))
  })

  test('a person is found by a part of the name, ignoring accents and case; staff too', async () => {
    const account = await newPatient(context)
    const name = `Zoë${randomInt(1e6)}`
    await context.db`update patient set first_name = ${name}, last_name = 'Muñoz García' where id = ${account.patientId}`
    for (const query of [name, name.toLowerCase().replace('ë', 'e'), `${name} munoz garc`])
      expect((await desk.find(query)).body.items.map(({ id }) => id)).toEqual([account.accountId])
    expect((await desk.find('marta ruiz')).body.items).toContainEqual(expect.objectContaining({ kind: 'staff' }))
  })

  describe('a person is found by the name as spoken and typed', () => {
    const mark = `q${randomInt(1e9)}`
    const people: [string, string, string[]][] = [
      [
        'María',
        'García López',
        ['García López María', 'García, María', 'maria  lopez', 'LOPEZ mar', 'Garci\u0301a-Lo\u0301pez'],
      ],
      ['Maeve', 'O’Hara', ["O'Hara", 'O’Hara', 'ohara', 'o hara', 'O`Hara, Maeve', 'hara']],
      ['Anne-Marie', 'Saint-Exupéry', ['anne marie', 'Saint Exupery', 'marie-anne', 'exupéry']],
      ['Łukasz', 'Strauß Ñúñez', ['lukasz strauss', 'nunez', 'Łuk', 'STRAUSS']],
      ['Søren', 'Đorđević Ærø', ['soren dordevic', 'aero', 'Đorđe']],
      ['می\u200cنا', 'Ruiz', ['می\u200cنا', 'مینا']],
    ]
    test.each(people)('a search finds %s %s', async (firstName, lastName, queries) => {
      const account = await newPatient(context)
      const last = `${lastName} ${mark}`
      await context.db`update patient set first_name = ${firstName}, last_name = ${last} where id = ${account.patientId}`
      for (const query of queries)
        expect([query, (await desk.find(`${query} ${mark}`)).body.items.map(({ id }) => id)]).toEqual([
          query,
          [account.accountId],
        ])
    })

    test('a person is not found by anything else', async () => {
      const account = await newPatient(context)
      await context.db`update patient set first_name = 'Zoraida', last_name = 'Quirós' where id = ${account.patientId}`
      for (const query of ['oraida', 'Zoraida Pérez', 'quirosa'])
        expect((await desk.find(query)).body.items).toEqual([])
      expect((await desk.find("Zoraida ' & | ! \\ :*)")).body.items).toMatchObject([{ id: account.accountId }])
    })
  })

  test('a search reads few of many rows, by name, number or address', async () => {
    await context.db`
      with made as (
        insert into account (phone, country, email, password_hash)
        select '+3470' || lpad(n::text, 7, '0'), 'ES', 'many' || n || '@example.com', '' from generate_series(1, 5000) n
        returning id, phone)
      insert into patient (account_id, first_name, last_name, date_of_birth, sex)
      select id, 'Nombre' || right(phone, 7), 'Apellido', '1990-01-01', 'Female' from made`
    await context.owner`analyze account, patient`
    for (const query of [
      { name: 'apellido nombre0000042' },
      { phone: '+34700000042' },
      { email: 'MANY42@example.com' },
    ])
      for (const table of ['account', 'patient']) {
        const { result, read } = await countRowReads(context.db, table, (tx) => findPeople(tx, query))
        expect(result).toHaveLength(1)
        expect(read).toBeLessThan(100)
      }
  })

  test('wildcards and deleted people match nothing, and more than twenty hits are marked', async () => {
    expect((await desk.find('%%%')).body.items).toEqual([])
    const deletedPatient = await newPatient(context)
    await context.db`update account set status = 'deleted', deleted_at = now(), phone = null, email = null, password_hash = '' where id = ${deletedPatient.accountId}`
    expect((await desk.find(deletedPatient.phone)).body.items).toEqual([])
    expect((await desk.see(patientRef(deletedPatient.accountId))).status).toBe(404)
    const last = `Apellido${randomInt(1e6)}`
    const many = await Promise.all(Array.from({ length: 21 }, () => newPatient(context)))
    const ids = many.map(({ patientId }) => patientId)
    await context.db`update patient set last_name = ${last} where id in ${context.db(ids)}`
    expect((await desk.find(last)).body).toMatchObject({ more: true, items: { length: 20 } })
    await context.db`update patient set last_name = 'Otra' where id = ${ids[0] ?? ''}`
    expect((await desk.find(last)).body).toMatchObject({ more: false, items: { length: 20 } })
  })

  test.each([
    ['two letters', 'ab', 400],
    ['three letters', 'zzq', 200],
    ['a hundred letters', 'z'.repeat(100), 200],
    ['a hundred and one letters', 'z'.repeat(101), 400],
    ['spaces around too little', '  ab  ', 400],
  ])('a query of %s answers %s', async (_, query, status) => expect((await desk.find(query)).status).toBe(status))

  test('a manager can search 120 times an hour, too few to copy the list', async () => {
    const busy = await insertManager(context)
    for (let searched = 0; searched < 120; searched++) expect((await desk.find('zzq', busy)).status).toBe(200)
    expect(await desk.find('zzq', busy)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})

describe('access by role', () => {
  const person = patientRef(randomUUID())
  test.each([
    ['search', () => ({ call: searchPeople, input: { query: 'Ana' } })],
    ['read', () => ({ call: getPerson, input: person })],
    ['block', () => ({ call: blockPerson, input: { ...person, reason: ACTION_REASON } })],
    ['unblock', () => ({ call: unblockPerson, input: { ...person, reason: ACTION_REASON } })],
    ['end sessions', () => ({ call: endPersonSessions, input: { ...person, reason: ACTION_REASON } })],
  ])('%s: a clinician gets NOT_ALLOWED, whatever the target and input', async (_, action) => {
    const { call, input } = action()
    const clinician = await insertClinician(context)
    for (const variant of [input, { ...input, reason: 'x', query: '' }])
      expect(await context.sendCall(call as never, variant as never, tokenOf(clinician))).toMatchObject({
        status: 403,
        body: { code: 'NOT_ALLOWED' },
      })
  })

  test('a manager who is also a clinician is allowed', async () => {
    const both = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
    expect((await desk.find('Ana', both)).status).toBe(200)
  })
})

describe('a person’s page for managers', () => {
  test('the page shows the person, since when, sign-ins and failed ones, without addresses', async () => {
    const { accountId, patientId, phone, email } = await newPatient(context)
    await context.db`
      insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
      values (${patientId}, 'Leo', 'Ruiz', '2018-04-01', 'Male')`
    const from = newClientAddress()
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148' }
    const knock = (password: string) =>
      context.sendCall(login, { identifier: phone, password }, { from, headers: agent })
    expect((await knock('Otra-Clave-9')).status).toBe(400)
    expect((await knock(PASSWORD)).status).toBe(200)
    const ended = await newSession(context, accountId)
    await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${ended.id}`
    const { body } = await desk.see(patientRef(accountId))
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

  test('an expired session is shown as ended', async () => {
    const { accountId } = await newPatient(context)
    const { id } = await newSession(context, accountId)
    await context.db`update session set last_seen_at = now() - interval '15 minutes' where id = ${id}`
    const { body } = await desk.see(patientRef(accountId))
    expect(body.sessions[0]).toMatchObject({ id, endReason: 'idle', endedAt: body.sessions[0]?.lastSeenAt })
  })

  test('the page shows a member of staff with their role', async () => {
    const clinician = await insertClinician(context)
    expect((await desk.see(staffRef(clinician))).body).toMatchObject({ kind: 'staff', role: 'clinician', phone: null })
    expect((await desk.see(staffRef(manager))).body.isMe).toBe(true)
  })

  test.each([
    ['an unknown person', () => patientRef(randomUUID())],
    ['a member of staff requested as a patient', () => patientRef(manager.staffId)],
  ])('the page of %s is not found', async (_, person) =>
    expect(await desk.see(person())).toMatchObject({ status: 404, body: { code: 'PERSON_NOT_FOUND' } }),
  )
})

describe('the audit', () => {
  test('every search, read and action has a row with manager, target and reason, and the hash chain is intact', async () => {
    const { accountId, phone } = await newPatient(context)
    const session = await newSession(context, accountId)
    await desk.find(phone)
    await desk.see(patientRef(accountId))
    await context.sendCall(
      endPersonSessions,
      { ...patientRef(accountId), reason: ACTION_REASON, sessionId: session.id },
      tokenOf(manager),
    )
    await desk.block(patientRef(accountId))
    await desk.unblock(patientRef(accountId))
    const { body } = await desk.see(patientRef(accountId))
    const rows = await desk.recordOf(accountId)
    expect(rows.map(({ act }) => act)).toEqual(['view', 'end-session', 'block', 'unblock', 'view'])
    expect(rows.every(({ staffId }) => staffId === manager.staffId)).toBe(true)
    expect(rows.map(({ reason }) => reason)).toEqual([null, ACTION_REASON, ACTION_REASON, ACTION_REASON, null])
    expect(body.actions.map(({ act, by: name, reason }) => [act, name, reason])).toEqual([
      ['unblock', 'Dra. Marta Ruiz', ACTION_REASON],
      ['block', 'Dra. Marta Ruiz', ACTION_REASON],
      ['end-session', 'Dra. Marta Ruiz', ACTION_REASON],
    ])
    const [search] = await context.db`select detail from audit where act = 'search' and detail like ${`%${accountId}%`}`
    expect(JSON.parse(search?.detail)).toEqual({ by: 'phone', found: [accountId] })
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('the end of sessions that is sent twice is one action', async () => {
    const { accountId } = await newPatient(context)
    const { id: sessionId } = await newSession(context, accountId)
    await newSession(context, accountId)
    const both = { ...patientRef(accountId), reason: ACTION_REASON }
    const end = (input: typeof both & { sessionId?: string }) =>
      context.sendCall(endPersonSessions, input, tokenOf(manager))
    for (const input of [{ ...both, sessionId }, both]) {
      const [first, second] = [await end(input), await end(input)]
      expect([first.body.ended, second.body]).toEqual([1, { ended: 0 }])
    }
    expect((await desk.recordOf(accountId)).map(({ act }) => act)).toEqual(['end-session', 'end-sessions'])
  })

  test('actions in the patient’s care are not shown on the account’s page', async () => {
    const { accountId } = await newPatient(context)
    const { staffId } = manager
    const detail = { consultation: randomUUID() }
    for (const subject of [patientRef(accountId), staffRef(await insertManager(context))]) {
      for (const act of ['invite-guest', 'remove-guest', 'transfer'] as const)
        await context.db.begin((tx) => audit(tx, context.services.secrets, { staffId, act, subject, detail }))
      await desk.block(subject)
      expect((await desk.see(subject)).body.actions.map(({ act }) => act)).toEqual(['block'])
    }
  })

  test('a refused action has no row', async () => {
    const { accountId } = await newPatient(context)
    await desk.unblock(patientRef(accountId))
    await desk.block(patientRef(accountId), 'short')
    expect(await desk.recordOf(accountId)).toHaveLength(0)
  })

  test('a person is not shown when the audit row cannot be written', async () => {
    const { accountId, email } = await newPatient(context)
    const refuse = context.owner`
      create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'full'; end $$`
    await refuse
    await context.owner`create trigger full_up before insert on audit for each row execute function refuse_audit()`
    try {
      for (const answer of [
        await desk.see(patientRef(accountId)),
        await desk.find(email),
        await desk.block(patientRef(accountId)),
      ]) {
        expect(answer.status).toBe(500)
        expect(JSON.stringify(answer.body)).not.toContain('Ruiz')
      }
    } finally {
      await context.owner`drop trigger full_up on audit`
    }
    expect((await desk.see(patientRef(accountId))).body.status).toBe('active')
  })
})
