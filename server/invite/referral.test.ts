import { acceptReferral, findReferrer, listCampaigns, listDiscounts, myReferrer } from '@cuida/core/invite/api.ts'
import { describe, expect, test, vi } from 'vitest'
import { newClientAddress, newPatient, newSession } from '../access/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { CAMPAIGN_ID, createReferrer, registerInvited } from './test-invitations.ts'

const context = await createTestContext()

/** Sets the server's clock during `run`: the campaign began on 1 September 2026. */
async function at<T>(moment: string, run: () => Promise<T>): Promise<T> {
  const now = vi.spyOn(context.services, 'now').mockReturnValue(new Date(moment))
  return run().finally(() => now.mockRestore())
}
const find = (slug: string, campaignId = CAMPAIGN_ID, from = newClientAddress()) =>
  context.sendCall(findReferrer, { campaignId, slug }, { from })
const accept = (referralSlug: string, { token }: { token: string }) =>
  context.sendCall(acceptReferral, { referralSlug }, { token, from: newClientAddress() })
const discountsOf = async ({ patientId, token }: { patientId: string; token: string }) =>
  (await context.sendCall(listDiscounts, { patientId }, { token })).body
const referralsOf = async (accountId: string) =>
  (await context.db`select referrer_account_id as by from referral where account_id = ${accountId}`).map(({ by }) => by)
const signedIn = async () => {
  const patient = await newPatient(context)
  return { ...patient, ...(await newSession(context, patient.accountId)) }
}

describe('referral campaigns [A3.11]', () => {
  test('running campaigns are listed for everyone, without the fields of the content service [A7.9]', async () => {
    const { status, body } = await context.sendCall(
      listCampaigns,
      { active: 'true' },
      { headers: { 'x-locale': 'es' } },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject([{ id: '1', name: 'Cuidarse entre amistades', discount: { value: 20 } }])
    expect(body[0]).not.toHaveProperty('active')
  })
  test('a second before the only campaign begins, none is listed', async () => {
    await at('2026-08-31T21:59:59Z', async () => expect((await context.sendCall(listCampaigns, {})).body).toEqual([]))
    await at('2026-08-31T22:00:00Z', async () =>
      expect((await context.sendCall(listCampaigns, {})).body).toHaveLength(1),
    )
  })
})

describe('my referral link', () => {
  test('the link is created once, even by many concurrent requests', async () => {
    const me = await signedIn()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => context.sendCall(myReferrer, { campaignId: CAMPAIGN_ID }, { token: me.token })),
    )
    expect(new Set(replies.map(({ body }) => body.slug)).size).toBe(1)
    expect(replies[0]?.body.slug).toMatch(/^[2-9b-z]{5}-[2-9b-z]{5}$/)
  })
  test('an unknown campaign has no link', async () => {
    const { token } = await signedIn()
    expect(await context.sendCall(myReferrer, { campaignId: 'gone' }, { token })).toMatchObject({
      status: 404,
      body: { code: 'CAMPAIGN_NOT_FOUND' },
    })
  })
  test('a link needs a session', async () => {
    expect((await context.sendCall(myReferrer, { campaignId: CAMPAIGN_ID })).status).toBe(401)
  })
})

describe('a friend’s link', () => {
  test('the link is valid for anyone who has it and reveals nothing else [A7.10]', async () => {
    const { slug } = await createReferrer(context)
    expect(await find(slug)).toMatchObject({ status: 200, body: { slug } })
    expect(Object.keys((await find(slug)).body)).toEqual(['slug'])
  })
  test.each([
    ['that was never created', async () => find('22222-33333')],
    ['of another campaign', async () => find((await createReferrer(context)).slug, '2')],
    ['with invalid characters', async () => find("x' or 1=1 --")],
  ])('a link %s is not found', async (_, findLink) => {
    expect(await findLink()).toMatchObject({ status: 404, body: { code: 'REFERRER_NOT_FOUND' } })
  })
  test('the link of a blocked account is not found', async () => {
    const { slug, accountId } = await createReferrer(context)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect((await find(slug)).status).toBe(404)
  })
  test('the link is not found while its campaign does not run', async () => {
    const { slug } = await createReferrer(context)
    await at('2026-08-31T21:59:59Z', async () => expect((await find(slug)).status).toBe(404))
  })
  test('one address may look up sixty links a minute', async () => {
    const from = newClientAddress()
    const { slug } = await createReferrer(context)
    const replies = await Promise.all(Array.from({ length: 60 }, () => find(slug, CAMPAIGN_ID, from)))
    expect(replies.map(({ status }) => status)).toEqual(Array(60).fill(200))
    // The test may cross one end of a minute, but not two.
    const more = await Promise.all(Array.from({ length: 61 }, () => find(slug, CAMPAIGN_ID, from)))
    const over = more.find(({ status }) => status === 429)
    expect(over?.body.code).toBe('RATE_LIMITED')
    expect(Number(over?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('registering with a friend’s link', () => {
  test('the new patient gets the campaign’s discount, and the referrer nothing yet [A3.5]', async () => {
    const ana = await createReferrer(context)
    const eva = await registerInvited(context, { referralSlug: ana.slug })
    expect(eva.status).toBe(201)
    expect(await discountsOf(eva)).toEqual([
      {
        code: ana.slug,
        campaign: { id: '1', name: 'Friends take care' },
        discount: { value: 20, valueType: 'PERCENTAGE' },
      },
    ])
    expect(await discountsOf(ana)).toEqual([])
    expect(await referralsOf(eva.accountId)).toEqual([ana.accountId])
  })
  test('five concurrent registrations give the discount once', async () => {
    const ana = await createReferrer(context)
    const eva = await registerInvited(context, { referralSlug: ana.slug })
    const [again] = await Promise.all(Array.from({ length: 5 }, () => eva.send()))
    expect(again?.status).toBe(201)
    expect(await context.db`select 1 from referral_discount where account_id = ${eva.accountId}`).toHaveLength(1)
  })
  test('an invalid link still creates the account, without a discount', async () => {
    const eva = await registerInvited(context, { referralSlug: 'zzzzz-zzzzz' })
    expect(eva.status).toBe(201)
    expect(await discountsOf(eva)).toEqual([])
  })
})

describe('a friend’s link opened by an existing account', () => {
  test('the link counts once for an account that never ordered, also in two tabs', async () => {
    const ana = await createReferrer(context)
    const eva = await signedIn()
    const both = await Promise.all([accept(ana.slug, eva), accept(ana.slug, eva)])
    expect(both.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([200, ana.slug]))
    expect(await discountsOf(eva)).toHaveLength(1)
  })
  test('an account cannot use its own link', async () => {
    const ana = await createReferrer(context)
    expect(await accept(ana.slug, ana)).toMatchObject({ status: 409, body: { code: 'OWN_LINK' } })
    const insertion = context.db`
      insert into referral (referrer_id, referrer_account_id, account_id)
      select id, account_id, account_id from referrer where account_id = ${ana.accountId}`
    await expect(insertion).rejects.toThrow(/violates check constraint/)
  })
  test('a second friend’s link is refused', async () => {
    const eva = await registerInvited(context, { referralSlug: (await createReferrer(context)).slug })
    const second = await createReferrer(context)
    expect(await accept(second.slug, eva)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
    expect(await discountsOf(eva)).toHaveLength(1)
  })
  test('an invalid link is reported', async () => {
    expect(await accept('zzzzz-zzzzz', await signedIn())).toMatchObject({
      status: 404,
      body: { code: 'REFERRER_NOT_FOUND' },
    })
  })
  test('the link needs a session', async () => {
    expect((await context.sendCall(acceptReferral, { referralSlug: 'zzzzz-zzzzz' })).status).toBe(401)
  })
})

describe('referral discounts', () => {
  test('discounts of another account’s patient are not found [A7.11]', async () => {
    const eva = await registerInvited(context, { referralSlug: (await createReferrer(context)).slug })
    const stranger = await signedIn()
    expect(
      await context.sendCall(listDiscounts, { patientId: eva.patientId }, { token: stranger.token }),
    ).toMatchObject({
      status: 404,
      body: { code: 'PATIENT_NOT_FOUND' },
    })
  })
  test('discounts count for the whole family [A7.11]', async () => {
    const eva = await registerInvited(context, { referralSlug: (await createReferrer(context)).slug })
    const [child] = await context.db`
      insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
      values (${eva.patientId}, 'Leo', 'Ruiz', '2018-04-01', 'Male') returning id`
    expect(await discountsOf({ ...eva, patientId: child?.id })).toHaveLength(1)
  })
})
