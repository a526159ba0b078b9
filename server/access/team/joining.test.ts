import { randomBytes } from 'node:crypto'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { getTeam } from '@cuida/core/access/team/team-api.ts'
import { getAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { createManagerActions, insertManager, staffRef } from '../people/test-managers.ts'
import { startOtherProcess } from '../test-other-process.ts'
import { newClientAddress, PASSWORD, wrongCode } from '../test-people.ts'
import { inviteFirstManager } from './first-manager.ts'
import { clinicianProfileFor, createTeamActions, newEmail, signInAtDesk, totpCodeOf } from './test-team.ts'

const context = await createTestContext()
const second = closeAfterTests(await startOtherProcess(context))
const manager = await insertManager(context)
const team = createTeamActions(context, manager)

const OVER = { status: 410, body: { code: 'INVITATION_OVER' } }
const staffOf = (email: string) => context.db`select * from staff where email = ${email}`
const age = (id: string, by: string) =>
  context.db`update staff_invitation set created_at = created_at - ${by}::interval, expires_at = expires_at - ${by}::interval where id = ${id}`

describe('a complete invitation', () => {
  test('an invited clinician reads the e-mail, joins, signs in with password and code, and has an agenda [B6.4]', async () => {
    const { email, secret } = await team.invited(await clinicianProfileFor(context))
    const opened = await team.open(secret)
    expect(opened.body).toMatchObject({ name: 'Elena Prados', email, isRenewal: false })
    expect(opened.body.uri).toContain('otpauth://totp/')
    expect(opened.body.uri).toContain(`secret=${opened.body.key}`)
    // The same key until the invited person has joined: reloading the page does not invalidate the scanned code.
    expect((await team.open(secret)).body.key).toBe(opened.body.key)
    const { key } = opened.body
    expect(await team.join(secret, totpCodeOf(key))).toMatchObject({ status: 204 })
    // The code that verified the authenticator counts as used.
    expect(await signInAtDesk(context, email, totpCodeOf(key))).toBe('WRONG_CODE')
    const token = await signInAtDesk(context, email, totpCodeOf(key, 30))
    const { body: me } = await context.sendCall(staffMe, {}, { token })
    expect(me).toMatchObject({ email, name: 'Elena Prados', role: 'clinician' })
    const today = new Date().toISOString().slice(0, 10)
    for (const reader of [token, manager.token]) {
      const { body } = await context.sendCall(getAgenda, { from: today }, { token: reader })
      expect(body.clinicians).toContainEqual(expect.objectContaining({ id: me.clinicianId, name: 'Dra. Elena Prados' }))
    }
    const [joined] = await context.db`select * from audit where act = 'join-team' and subject_id = ${me.id}`
    expect(joined).toMatchObject({ staff_id: me.id, reason: null })
    expect(await team.open(secret)).toMatchObject(OVER)
    expect(
      (await context.db`select totp_secret from staff_invitation where email = ${email}`)[0]?.totp_secret,
    ).toBeNull()
  })

  test('a renewal: the new password and authenticator sign in, the old ones and every session no longer do', async () => {
    const { email, secret, key } = await team.invited()
    await team.join(secret, totpCodeOf(key))
    const [{ id } = {}] = await staffOf(email)
    expect((await team.renewing(id)).status).toBe(201)
    // The old password and authenticator, which another person may have, no longer sign in.
    expect(await signInAtDesk(context, email, totpCodeOf(key, 30))).toBe('LINK_DUE')
    const again = await team.secretFor(email)
    expect(again).not.toBe(secret)
    const { body } = await team.open(again)
    expect(body).toMatchObject({ isRenewal: true, email })
    expect(body.key).not.toBe(key)
    const password = 'Cuatro-Gatos-Negros'
    expect((await team.join(again, totpCodeOf(body.key), { password })).status).toBe(204)
    expect(await signInAtDesk(context, email, totpCodeOf(body.key, 30))).toBe('WRONG_CREDENTIALS')
    expect(await signInAtDesk(context, email, totpCodeOf(key, 30), password)).toBe('WRONG_CODE')
    const { body: me } = await context.sendCall(
      staffMe,
      {},
      { token: await signInAtDesk(context, email, totpCodeOf(body.key, 30), password) },
    )
    expect(me.id).toBe(id)
    expect(await staffOf(email)).toHaveLength(1)
  })
})

describe('concurrent joins', () => {
  test('ten concurrent joins in two processes create one member and one audit row', async () => {
    const { id, email, secret, key } = await team.invited()
    const result = await Promise.all(
      Array.from({ length: 10 }, (_, at) => team.join(secret, totpCodeOf(key), { at: at % 2 ? second : context })),
    )
    expect(result.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 410)])
    expect(await staffOf(email)).toHaveLength(1)
    expect(await context.db`select 1 from audit where act = 'join-team' and detail like ${`%${id}%`}`).toHaveLength(1)
  })

  test('a concurrent renewal and withdrawal by managers do not deadlock, and one link remains valid', async () => {
    const { email, secret, key } = await team.invited()
    await team.join(secret, totpCodeOf(key))
    const [{ id } = {}] = await staffOf(email)
    await team.renewing(id)
    const link = await team.secretFor(email)
    const { body } = await team.open(link)
    const other = await insertManager(context)
    const result = await Promise.all([
      ...Array.from({ length: 4 }, (_, at) => team.join(link, totpCodeOf(body.key), { at: at % 2 ? second : context })),
      team.renewing(id),
      team.renewing(id, other),
    ])
    expect(result.every(({ status }) => [201, 204, 410].includes(status))).toBe(true)
    const openInvitations = await context.db`select 1 from staff_invitation where staff_id = ${id} and ended_at is null`
    expect(openInvitations).toHaveLength(1)
  })
})

describe('refused links', () => {
  test.each([
    ['a forged secret', async () => randomBytes(32).toString('base64url')],
    [
      'a link after three days and a second',
      async () => {
        const { id, secret } = await team.invited()
        await age(id, '3 days 1 second')
        return secret
      },
    ],
    [
      'the link of a blocked manager',
      async () => {
        const leaving = await insertManager(context)
        const { secret } = await createTeamActions(context, leaving).invited()
        await createManagerActions(context, manager).block(staffRef(leaving))
        return secret
      },
    ],
  ])('%s is refused as expired, whatever else is sent', async (_, secretOf) => {
    const secret = await secretOf()
    expect(await team.open(secret)).toMatchObject(OVER)
    expect(await team.join(secret, '123456')).toMatchObject(OVER)
  })

  test('a link works until three days are over', async () => {
    const { id, secret, key, email } = await team.invited()
    // A minute instead of a second, since the clock continues during the test.
    await age(id, '2 days 23 hours 59 minutes')
    expect((await team.open(secret)).status).toBe(200)
    expect((await team.join(secret, totpCodeOf(key))).status).toBe(204)
    expect(await staffOf(email)).toHaveLength(1)
  })

  test('an expired invitation is listed as expired, and a new one replaces it', async () => {
    const { id, email, secret } = await team.invited()
    await age(id, '4 days')
    const { status } = await team.inviting(email)
    expect(status).toBe(201)
    const anew = await team.secretFor(email)
    expect((await team.open(anew)).status).toBe(200)
    expect(await team.open(secret)).toMatchObject(OVER)
    const [old] = await context.db`select ended_as from staff_invitation where id = ${id}`
    expect(old?.ended_as).toBe('replaced')
  })

  test.each([
    ['too short', 'Ab1-', 'TOO_SHORT'],
    ['too simple', 'abcdefghijk', 'TOO_SIMPLE'],
  ])('a password that is %s is an error of its field, and nothing changes', async (_, password, problem) => {
    const { secret, key, email } = await team.invited()
    const result = await team.join(secret, totpCodeOf(key), { password })
    expect(result).toMatchObject({ status: 400, body: { code: 'INVALID', fields: { password: problem } } })
    expect(await staffOf(email)).toEqual([])
    expect((await team.join(secret, totpCodeOf(key), { password: PASSWORD })).status).toBe(204)
  })

  test('a wrong code changes nothing, and the right one still works', async () => {
    const { secret, key, email } = await team.invited()
    expect(await team.join(secret, wrongCode(totpCodeOf(key, 3_000)))).toMatchObject({
      status: 400,
      body: { code: 'WRONG_CODE' },
    })
    expect(await staffOf(email)).toEqual([])
    expect((await team.join(secret, totpCodeOf(key))).status).toBe(204)
  })

  test('an address taken by another member meanwhile is refused', async () => {
    const { secret, key, email } = await team.invited()
    await context.db`
      insert into staff (email, name, password_hash, totp_secret, role)
      values (${email}, 'Elena', 'none', ${Buffer.from('none')}, 'clinical-manager')`
    expect(await team.join(secret, totpCodeOf(key))).toMatchObject(OVER)
    expect((await team.open(secret)).status).toBe(200)
  })

  test('more than sixty tries from one address, or thirty with one secret, are refused', async () => {
    const forged = () => randomBytes(32).toString('base64url')
    const from = newClientAddress()
    const busy = { status: 429, body: { code: 'RATE_LIMITED' } }
    for (let tried = 0; tried < 60; tried++) expect(await team.open(forged(), from)).toMatchObject(OVER)
    expect(await team.open(forged(), from)).toMatchObject(busy)
    const secret = forged()
    for (let tried = 0; tried < 30; tried++) expect(await team.open(secret)).toMatchObject(OVER)
    expect(await team.join(secret, '123456')).toMatchObject(busy)
  })
})

describe('the first manager', () => {
  const invited = async (name: string, email: string) => inviteFirstManager(context.services, { name, email })

  test('the first manager is invited from the command line, joins by the link, and invites others', async () => {
    const email = newEmail()
    const secret = (await invited('Nuria Campos', email)).match(/\/desk\/join#([\w-]{43})\s/)?.[1] ?? ''
    const { key } = (await team.open(secret)).body
    expect((await team.join(secret, totpCodeOf(key))).status).toBe(204)
    const token = await signInAtDesk(context, email, totpCodeOf(key, 30))
    const { body } = await context.sendCall(getTeam, {}, { token })
    expect(body.members).toContainEqual(expect.objectContaining({ email, role: 'clinical-manager', clinicianId: null }))
  })

  test('a manager who lost their phone renews access from the command line under the same identity, unless blocked', async () => {
    const secretIn = (text: string) => text.match(/\/desk\/join#([\w-]{43})\s/)?.[1] ?? ''
    const email = newEmail()
    const first = secretIn(await invited('Nuria Campos', email))
    await team.join(first, totpCodeOf((await team.open(first)).body.key))
    const again = secretIn(await invited('Somebody Else', email.toUpperCase()))
    const { body } = await team.open(again)
    expect(body).toMatchObject({ name: 'Nuria Campos', email, isRenewal: true })
    expect((await team.join(again, totpCodeOf(body.key))).status).toBe(204)
    expect(await signInAtDesk(context, email, totpCodeOf(body.key, 30))).toBeTruthy()
    await context.db`update staff set status = 'blocked' where email = ${email}`
    await expect(invited('Nuria Campos', email)).rejects.toThrow('blocked')
  })

  test('the command line prints the link of a colleague’s invitation whose e-mail did not arrive', async () => {
    const email = newEmail()
    expect((await team.inviting(email)).body.waits).toBe(false)
    const secret = (await invited('Somebody Else', email.toUpperCase())).match(/\/desk\/join#([\w-]{43})\s/)?.[1] ?? ''
    expect((await team.open(secret)).body).toMatchObject({ name: 'Elena Prados', email })
  })

  test('the command line reports errors in a sentence', async () => {
    const email = newEmail()
    await expect(invited('N', email)).rejects.toThrow('Usage: npm run invite')
    await expect(invited('Nuria Campos', 'nuria')).rejects.toThrow('Usage: npm run invite')
    await invited('Nuria Campos', email)
    await expect(invited('Nuria Campos', email.toUpperCase())).rejects.toThrow('is already invited')
  })
})
