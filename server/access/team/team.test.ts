import { randomUUID } from 'node:crypto'
import {
  changeClinician,
  getTeam,
  inviteColleague,
  renewColleague,
  withdrawInvitation,
} from '@cuida/core/access/team/team-api.ts'
import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { describe, expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { ACTION_REASON, createManagerActions, insertManager, tokenOf } from '../people/test-managers.ts'
import { startOtherProcess } from '../test-other-process.ts'
import { readOutbox, runJobs } from '../test-people.ts'
import { clinicianProfileFor, createTeamActions, newEmail, totpCodeOf } from './test-team.ts'

const context = await createTestContext()
const second = closeAfterTests(await startOtherProcess(context))
const manager = await insertManager(context)
const team = createTeamActions(context, manager)
const profile = await clinicianProfileFor(context)

const fetchTeam = async (staff = manager) => (await context.sendCall(getTeam, {}, tokenOf(staff))).body
const withdraw = (id: string, staff = manager) => context.sendCall(withdrawInvitation, { id }, tokenOf(staff))
const acts = (id: string) =>
  withReasons(
    context.db,
    context.db`select act, reason, staff_id from audit where detail like ${`%${id}%`} order by seq`,
  )
const refused = (status: number, code: string) => ({ status, body: { code } })

describe('access by role', () => {
  test.each([
    ['see the team', getTeam, {}],
    ['invite a member', inviteColleague, { name: 'Elena', email: 'elena@example.com', role: 'clinical-manager' }],
    ['withdraw an invitation', withdrawInvitation, { id: randomUUID() }],
    ['renew a member’s access', renewColleague, { id: randomUUID(), reason: ACTION_REASON }],
    ['change a clinician’s profile', changeClinician, { id: randomUUID() }],
  ])('a clinician cannot %s', async (_, call, input) => {
    const clinician = await insertClinician(context)
    expect(await context.sendCall(call as never, input as never, tokenOf(clinician))).toMatchObject(
      refused(403, 'NOT_ALLOWED'),
    )
  })

  test('a manager blocked a moment ago is refused, even in another process with a cached session', async () => {
    const late = await insertManager(context)
    await fetchTeam(late)
    await context.db`update staff set status = 'blocked' where id = ${late.staffId}`
    const email = newEmail()
    expect((await team.inviting(email, {}, context, late)).status).toBe(401)
    expect((await fetchTeam()).invitations.filter((one) => one.email === email)).toEqual([])
  })
})

describe('inviting a member', () => {
  test('an invitation is listed for every manager for three days, and has an audit row', async () => {
    const email = newEmail()
    const { status, body } = await team.inviting(email)
    expect(status).toBe(201)
    const invitation = (await fetchTeam(await insertManager(context))).invitations.find(({ id }) => id === body.id)
    expect(invitation).toMatchObject({
      name: 'Elena Prados',
      email,
      role: 'clinical-manager',
      memberId: null,
      clinicianId: null,
      state: 'open',
      isMine: false,
    })
    expect(Date.parse(invitation?.expiresAt ?? '') - Date.parse(invitation?.invitedAt ?? '')).toBeCloseTo(
      3 * 86_400_000,
      -3,
    )
    expect(await acts(body.id)).toMatchObject([{ act: 'invite-staff', staff_id: manager.staffId }])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('an address of a member or a pending invitation is taken, in capitals too', async () => {
    const email = newEmail()
    await team.inviting(email)
    expect(await team.inviting(email.toUpperCase())).toMatchObject(refused(409, 'EMAIL_TAKEN'))
    const [member] = await context.db`select email from staff where id = ${manager.staffId}`
    expect(await team.inviting(member?.email.toUpperCase())).toMatchObject(refused(409, 'EMAIL_TAKEN'))
  })

  test('of two concurrent invitations of one address in both processes one succeeds', async () => {
    const other = await insertManager(context)
    for (let round = 0; round < 3; round++) {
      const email = newEmail()
      const result = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          team.inviting(email, { profile }, at % 2 ? second : context, at % 3 ? other : manager),
        ),
      )
      expect(result.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      const [{ left } = {}] = await context.db`
        select count(*)::int as left from clinician c where name = ${profile.name}
          and not exists (select 1 from staff_invitation i where i.clinician_id = c.id and i.ended_at is null)
          and not exists (select 1 from staff s where s.clinician_id = c.id)`
      expect(left).toBe(0)
    }
  })

  test.each<[string, { profile?: object; role?: string; email?: string }, object]>([
    ['a clinician without a profile', { role: 'clinician' }, refused(400, 'PROFILE_MISSING')],
    ['an unknown product', { profile: { products: ['no-such-product'] } }, refused(404, 'PRODUCT_NOT_FOUND')],
    ['an unknown time zone', { profile: { timeZone: 'Europe/Cuida' } }, refused(400, 'UNKNOWN_TIME_ZONE')],
    ['a clinician without languages', { profile: { languages: [] } }, refused(400, 'INVALID')],
    ['a buffer of 16 minutes', { profile: { bufferMinutes: 16 } }, refused(400, 'INVALID')],
    ['a manager with a profile', { role: 'clinical-manager', profile: {} }, refused(400, 'INVALID')],
    ['an invalid e-mail address', { email: 'elena' }, refused(400, 'INVALID')],
  ])('%s is refused', async (_, { profile: part, ...wrong }, answer) => {
    const input = { name: 'Elena', email: newEmail(), role: 'clinician' as const, ...wrong }
    const inviteInput = { ...input, ...(part ? { profile: { ...profile, ...part } } : {}) }
    expect(await context.sendCall(inviteColleague, inviteInput as never, tokenOf(manager))).toMatchObject(answer)
  })

  test('a manager can send thirty e-mails an hour', async () => {
    const busy = await insertManager(context)
    for (let sent = 0; sent < 30; sent++) expect((await team.inviting(newEmail(), {}, context, busy)).status).toBe(201)
    expect(await team.inviting(newEmail(), {}, context, busy)).toMatchObject(refused(429, 'RATE_LIMITED'))
  })
})

describe('the e-mail', () => {
  test('the e-mail names inviter, clinic, link and expiry; the database holds none of its text', async () => {
    const { secret, email, key } = await team.invited()
    const [message] = await readOutbox(context, email)
    expect(message?.text).toContain('Dra. Marta Ruiz')
    expect(message?.text).toContain(context.services.config.partnerName)
    expect(message?.text).toContain(`${context.services.env.PUBLIC_URL}/desk/join#${secret}`)
    const rows = await context.db`select i::text as row from staff_invitation i`
    const queued = await context.db`select payload::text as row from graphile_worker._private_jobs`
    const audited = await context.db`select a::text as row from audit a`
    const all = JSON.stringify([rows, queued, audited])
    expect(all).toContain(email)
    for (const value of [secret, key]) expect(all).not.toContain(value)
    expect(JSON.stringify(audited)).not.toContain(email)
  })

  test('the e-mail of a withdrawn invitation is not sent', async () => {
    const email = newEmail()
    const { body } = await team.inviting(email)
    await withdraw(body.id)
    await runJobs(context)
    expect(await readOutbox(context, email)).toEqual([])
  })
})

describe('withdrawing an invitation', () => {
  test('a withdrawal invalidates the link, frees the address, and deletes the clinician record', async () => {
    const { id, email, secret, key } = await team.invited(profile)
    const [{ clinician_id: clinicianId } = {}] =
      await context.db`select clinician_id from staff_invitation where id = ${id}`
    expect((await withdraw(id)).status).toBe(204)
    expect(await team.open(secret)).toMatchObject(refused(410, 'INVITATION_OVER'))
    expect(await team.join(secret, totpCodeOf(key))).toMatchObject(refused(410, 'INVITATION_OVER'))
    expect(await withdraw(id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
    expect(await withdraw(randomUUID())).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
    expect((await fetchTeam()).clinicians.filter((one) => one.id === clinicianId)).toEqual([])
    expect((await acts(id)).map(({ act }) => act)).toEqual(['invite-staff', 'withdraw-invitation'])
    expect((await team.inviting(email)).status).toBe(201)
  })
})

describe('the clinician’s profile', () => {
  const change = (id: string, part = {}, staff = manager) =>
    context.sendCall(changeClinician, { id, ...profile, ...part }, tokenOf(staff))
  const clinicianOf = async (email: string) => {
    const [row] = await context.db`select clinician_id as id from staff_invitation where email = ${email}`
    return String(row?.id)
  }

  test('a clinician is offered to patients from joining until a block, and again after it [B6.4]', async () => {
    const [product] = context.services.content
      .products('en')
      .filter(({ id }: { id: string }) => profile.products[0] === id)
    const { email, secret, key } = await team.invited(profile)
    const id = await clinicianOf(email)
    const isOffered = async () => {
      const listed = (await context.sendCall(listProductClinicians, { slug: String(product?.slug) })).body.items.some(
        (one) => one.id === id,
      )
      const read = (await context.sendCall(findClinicianById, { id })).status === 200
      expect(read).toBe(listed)
      return listed
    }
    expect(await isOffered()).toBe(false)
    expect((await fetchTeam()).clinicians.map((one) => one.id)).toContain(id)
    expect((await team.join(secret, totpCodeOf(key))).status).toBe(204)
    expect(await isOffered()).toBe(true)
    const member = (await fetchTeam()).members.find((one) => one.email === email)
    const person = { kind: 'staff' as const, id: member?.id ?? '' }
    const desk = createManagerActions(context, manager)
    await desk.block(person)
    expect(await isOffered()).toBe(false)
    await desk.unblock(person)
    expect(await isOffered()).toBe(true)
  })

  test('a profile is shown as written: empty translations fall back to another language', async () => {
    const { clinicianId } = await insertClinician(context)
    const id = clinicianId ?? ''
    expect((await change(id, { specialty: { es: 'Nutrición', en: '' }, bufferMinutes: 15 })).status).toBe(204)
    const { body } = await context.sendCall(findClinicianById, { id }, { headers: { 'accept-language': 'en' } })
    expect(body).toMatchObject({ name: profile.name, specialty: 'Nutrición', registrationNumber: '28/99999' })
    const clinician = (await fetchTeam()).clinicians.find((one) => one.id === id)
    expect(clinician).toEqual({ ...profile, id, specialty: { es: 'Nutrición' }, bufferMinutes: 15, photoUrl: null })
    const [row] = await context.db`select act, subject_kind from audit where subject_id = ${id}`
    expect(row).toMatchObject({ act: 'change-clinician', subject_kind: 'clinician' })
  })

  test('a profile keeps a product that is no longer sold, and gets no unknown one', async () => {
    const { clinicianId } = await insertClinician(context, { products: ['long-gone'] })
    const id = clinicianId ?? ''
    expect((await change(id, { products: ['long-gone', ...profile.products] })).status).toBe(204)
    expect(await change(id, { products: ['never-was'] })).toMatchObject(refused(404, 'PRODUCT_NOT_FOUND'))
    expect(await change(id, { timeZone: 'Moon' })).toMatchObject(refused(400, 'UNKNOWN_TIME_ZONE'))
    expect(await change(randomUUID())).toMatchObject(refused(404, 'CLINICIAN_NOT_FOUND'))
    expect((await fetchTeam()).clinicians.find((one) => one.id === id)?.products.sort()).toEqual(
      ['long-gone', ...profile.products].sort(),
    )
  })
})
