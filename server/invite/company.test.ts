import { joinCompany, validatePartnerToken } from '@cuida/core/invite/api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { newClientAddress, newPatient, newSession } from '../access/test-people.ts'
import { randomKey } from '../kit/crypto/secrets.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { type CompanyLinkCredentials, purgeEmployeeNames } from './company-store.ts'
import { insertCompany, registerInvited } from './test-invitations.ts'

const context = await createTestContext()

const validate = (link: CompanyLinkCredentials, from = newClientAddress()) =>
  context.sendCall(validatePartnerToken, link, { from })
const join = (link: CompanyLinkCredentials, token: string) =>
  context.sendCall(joinCompany, link, { token, from: newClientAddress() })
const companyOf = async (token: string) => (await context.sendCall(me, {}, { token })).body.b2bCompany
const UNVERIFIED = {
  isTokenVerified: false,
  redirectUrl: null,
  companyName: null,
  firstName: null,
  lastName: null,
  email: null,
}
const signedIn = async () => newSession(context, (await newPatient(context)).accountId)

describe('an employee’s link', () => {
  test('the link shows the employee’s name [A3.10] [A4.19] [A7.4]', async () => {
    const { link, name } = await insertCompany(context)
    expect(await validate(link)).toMatchObject({
      status: 200,
      body: {
        isTokenVerified: true,
        redirectUrl: null,
        companyName: name,
        firstName: 'Casilda',
        lastName: 'Sorolla',
        email: 'casilda.sorolla@huerta.example',
      },
    })
  })
  test('the link shows it ten times, even with twenty concurrent requests, and then no more', async () => {
    const { link } = await insertCompany(context)
    const replies = await Promise.all(Array.from({ length: 20 }, () => validate(link)))
    expect(replies.filter(({ body }) => body.isTokenVerified)).toHaveLength(10)
    expect(replies.filter(({ body }) => !body.isTokenVerified).map(({ body }) => body)).toEqual(
      Array(10).fill(UNVERIFIED),
    )
  })
  test('an expired link shows nothing, up to the second', async () => {
    const { link, newLink } = await insertCompany(context)
    const late = link
    const inTime = await newLink()
    const expire = (token: string, seconds: number) => context.db`
      update company_link set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
      where token_hash = sha256(${token}::bytea)`
    expect((await expire(late.token, 0)).count).toBe(1)
    await expire(inTime.token, 60)
    expect((await validate(late)).body).toEqual(UNVERIFIED)
    expect((await validate(inTime)).body.isTokenVerified).toBe(true)
  })
  test.each([
    ['an unknown token', async () => ({ ...(await insertCompany(context)).link, token: randomKey(128) })],
    [
      'the token of another company',
      async () => ({ ...(await insertCompany(context)).link, token: (await insertCompany(context)).link.token }),
    ],
    ['an unknown company', async () => ({ companySlug: 'nobody', token: randomKey(128) })],
  ])('a link with %s shows nothing', async (_, link) => {
    expect(await validate(await link())).toMatchObject({ status: 200, body: UNVERIFIED })
  })
  test('only the hash of a link is stored', async () => {
    const { link } = await insertCompany(context)
    const rows = await context.db`select l::text as text from company_link l`
    expect(rows.map(({ text }) => text).join()).not.toContain(link.token)
  })
  test('one address may try thirty links a minute', async () => {
    const from = newClientAddress()
    const { link } = await insertCompany(context)
    const wrong = { ...link, token: randomKey(128) }
    const tries = await Promise.all(Array.from({ length: 30 }, () => validate(wrong, from)))
    expect(tries.map(({ status }) => status)).toEqual(Array(30).fill(200))
    // The test may cross one end of a minute, but not two.
    const more = await Promise.all(Array.from({ length: 31 }, () => validate(wrong, from)))
    expect(more.find(({ status }) => status === 429)?.body.code).toBe('RATE_LIMITED')
  })
})

describe('an invalid link', () => {
  const redirectOf = async (redirectUrl: string) => {
    const { link } = await insertCompany(context, { redirectUrl })
    return (await validate({ ...link, token: randomKey(128) })).body.redirectUrl
  }
  test('an invalid link leads to the company’s page when the partner allows its host [A4.19]', async () => {
    const page = 'https://talleresmontenegro.example/salud'
    expect(await redirectOf(page)).toBe(page)
  })
  test.each([
    'http://talleresmontenegro.example/salud',
    'https://talleresmontenegro.example.evil.example/',
    'https://evil.example/',
    'https://talleresmontenegro.example@evil.example/',
    'javascript:alert(1)',
    '//talleresmontenegro.example',
  ])('an invalid link never leads to %s [A7.4]', async (url) => expect(await redirectOf(url)).toBeNull())
})

describe('joining a company', () => {
  test('registering with a link grants the company’s discount and deletes the employee’s name', async () => {
    const { link, name } = await insertCompany(context)
    const eva = await registerInvited(context, { b2bCompanySlug: link.companySlug, b2bToken: link.token })
    expect(eva.status).toBe(201)
    expect(await companyOf(eva.token)).toEqual({ name, productDiscounts: [{ productId: '1', discount: 40 }] })
    expect((await validate(link)).body).toEqual(UNVERIFIED)
    const [row] = await context.db`
      select to_jsonb(l) as link from company_link l where token_hash = sha256(${link.token}::bytea)`
    expect(row?.link).toMatchObject({ first_name: null, last_name: null, email: null })
    expect(JSON.stringify(row?.link)).not.toContain(eva.accountId)
    expect(JSON.stringify(row?.link)).not.toContain(eva.patientId)
  })
  test('registering with an invalid link creates an account without a company', async () => {
    const { link } = await insertCompany(context)
    const eva = await registerInvited(context, { b2bCompanySlug: link.companySlug, b2bToken: randomKey(128) })
    expect(eva.status).toBe(201)
    expect(await companyOf(eva.token)).toBeNull()
  })
  test('joining while signed in replaces the earlier company', async () => {
    const first = await insertCompany(context)
    const second = await insertCompany(context, { productId: '2' })
    const { token } = await signedIn()
    expect(await join(first.link, token)).toMatchObject({ status: 200, body: { companyName: first.name } })
    expect((await join(second.link, token)).status).toBe(200)
    expect(await companyOf(token)).toEqual({ name: second.name, productDiscounts: [{ productId: '2', discount: 40 }] })
  })
  test('a second tap gets the same answer', async () => {
    const { link, name } = await insertCompany(context)
    const { token } = await signedIn()
    const taps = await Promise.all([join(link, token), join(link, token), join(link, token)])
    expect(taps.map(({ status, body }) => [status, body.companyName])).toEqual(Array(3).fill([200, name]))
  })
  test('of two patients who use a link at once, one joins', async () => {
    const { link } = await insertCompany(context)
    const people = [await signedIn(), await signedIn()]
    const both = await Promise.all(people.map(({ token }) => join(link, token)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('LINK_NOT_GOOD')
  })
  test('an expired link is refused', async () => {
    const { link } = await insertCompany(context, { days: -1 })
    expect(await join(link, (await signedIn()).token)).toMatchObject({ status: 409, body: { code: 'LINK_NOT_GOOD' } })
  })
  test('joining needs a session', async () => {
    expect((await context.sendCall(joinCompany, (await insertCompany(context)).link)).status).toBe(401)
  })
})

test('names of employees who never joined are deleted when their links expire, and the links still count', async () => {
  const { newLink, link } = await insertCompany(context)
  const good = await newLink()
  await context.db`
    update company_link set expires_at = clock_timestamp() where token_hash = sha256(${link.token}::bytea)`
  await purgeEmployeeNames(context.db)
  const findPersonalData = (token: string) => context.db`
    select first_name, last_name, email from company_link where token_hash = sha256(${token}::bytea)`
  expect([...(await findPersonalData(link.token))]).toEqual([{ first_name: null, last_name: null, email: null }])
  expect([...(await findPersonalData(good.token))]).toMatchObject([{ first_name: 'Casilda' }])
})
