import { joinCompany, validatePartnerToken } from '@cuida/core/invite/api.ts'
import { MAX_OPEN_LINKS } from '@cuida/core/invite/company.ts'
import { listLinkSets, revokeLink, revokeLinkSet } from '@cuida/core/invite/desk-company-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertManager } from '../access/people/test-managers.ts'
import { newClientAddress } from '../access/test-people.ts'
import { newPatient } from '../booking/test-people.ts'
import { insertClinician, type TestClinician } from '../care/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import {
  anonymousEmployees,
  createCompanyActions,
  DISCOUNT_REASON,
  dateInDays,
  newEmployees,
  parseCompanyLink,
  statusAndCode,
} from './test-desk-companies.ts'

let manager: TestClinician
let desk: ReturnType<typeof createCompanyActions>
let id: string
const context = await createTestContext()
// A new manager for each test, because the rate limit counts per manager.
beforeEach(async () => {
  manager = await insertManager(context)
  desk = createCompanyActions(context, manager)
  id = (await desk.company()).id
})

const setsOf = async (company = id, staff = manager) =>
  (await context.sendCall(listLinkSets, { id: company }, staff)).body.items
const linksOf = async (count = 1): Promise<string[]> =>
  (await desk.make(id, { employees: anonymousEmployees(count) })).body.links.map(({ link }) => link)
const join = async (link: string, patient?: { token: string }) =>
  context.sendCall(joinCompany, parseCompanyLink(link), {
    ...(patient ?? (await newPatient(context))),
    from: newClientAddress(),
  })
const openLink = (link: string) =>
  context.sendCall(validatePartnerToken, parseCompanyLink(link), { from: newClientAddress() })
const takeBack = (link: string, company = id) =>
  context.sendCall(revokeLink, { id: company, token: parseCompanyLink(link).token, reason: DISCOUNT_REASON }, manager)
const takeBackAll = (setId: string, company = id) =>
  context.sendCall(revokeLinkSet, { id: company, setId, reason: DISCOUNT_REASON }, manager)
const expire = () => context.db`update company_link set expires_at = clock_timestamp() where company_id = ${id}`

describe('a set of two hundred links', () => {
  test('all links are created at once, each valid for its employee, and only hashes are stored [A2.5]', async () => {
    const { status, body } = await desk.make(id, { employees: newEmployees(200) })
    expect(status).toBe(201)
    const links = body.links.map(({ link }) => link)
    expect(new Set(links).size).toBe(200)
    expect(links[0]).toMatch(new RegExp(`^${context.services.env.PUBLIC_URL}/lp/[a-z0-9-]+\\?token=[\\w-]{22}$`))
    expect(body.set).toMatchObject({ open: 200, used: 0, expired: 0, takenBack: 0 })
    expect((await openLink(links[7] ?? '')).body).toMatchObject({
      isTokenVerified: true,
      email: 'casilda.7@huerta.example',
    })
    const rows = await context.db`select l::text as text from company_link l where company_id = ${id}`
    const storedText = rows.map(({ text }) => text).join()
    expect(links.filter((link) => storedText.includes(parseCompanyLink(link).token))).toEqual([])
  })
  test('a request that is repeated, also concurrently, returns the same two hundred links', async () => {
    const press = () => desk.make(id, { employees: anonymousEmployees(200), expiresAt }, { key: 'one-press' })
    const expiresAt = dateInDays(30)
    const result = [...(await Promise.all([press(), press()])), await press()]
    expect(result.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(result.map(({ body }) => JSON.stringify(body.links))).size).toBe(1)
    expect(await setsOf()).toMatchObject([{ open: 200 }])
    expect(await desk.recordOf(id)).toHaveLength(2)
  })
  test('the links are shown once: the same request ten minutes later is refused', async () => {
    const press = () => desk.make(id, { expiresAt }, { key: 'late-press' })
    const expiresAt = dateInDays(30)
    await press()
    await context.db`update company_link_set set made_at = made_at - interval '11 minutes' where company_id = ${id}`
    expect(statusAndCode(await press())).toEqual([409, 'LINKS_GIVEN'])
  })
  test('another manager’s request with the same key gets its own links', async () => {
    const other = await insertManager(context)
    const expiresAt = dateInDays(30)
    const ownSet = await desk.make(id, { expiresAt }, { key: 'a-press' })
    const otherSet = await desk.make(id, { expiresAt }, { key: 'a-press', who: other })
    expect(otherSet.body.links).not.toEqual(ownSet.body.links)
  })
  test('a key that was used for another request is refused', async () => {
    await desk.make(id, {}, { key: 'first-press' })
    const other = await desk.make(id, { employees: anonymousEmployees(2) }, { key: 'first-press' })
    expect(statusAndCode(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })
})

describe('a link', () => {
  test('a link without an employee shows no name and lets one patient join', async () => {
    const [link = ''] = await linksOf()
    expect((await openLink(link)).body).toMatchObject({
      isTokenVerified: true,
      firstName: null,
      lastName: null,
      email: null,
    })
    expect((await join(link)).status).toBe(200)
    expect(statusAndCode(await join(link))).toEqual([409, 'LINK_NOT_GOOD'])
    expect((await openLink(link)).body.isTokenVerified).toBe(false)
  })
  test('a link counts as open, used, expired or revoked, without saying who used it', async () => {
    const [used = '', back = ''] = await linksOf(4)
    const eva = await newPatient(context)
    await join(used, eva)
    await takeBack(back)
    const [set] = await setsOf()
    expect(set).toMatchObject({ open: 2, used: 1, expired: 0, takenBack: 1 })
    await expire()
    expect(await setsOf()).toMatchObject([{ open: 0, used: 1, expired: 2, takenBack: 1 }])
    expect(JSON.stringify(set)).not.toContain(eva.patientId)
  })
  test('a revoked link lets nobody join, and its employee’s name is deleted', async () => {
    const [link = ''] = (await desk.make(id, { employees: newEmployees(1) })).body.links.map((one) => one.link)
    expect((await takeBack(link)).status).toBe(204)
    expect(statusAndCode(await join(link))).toEqual([409, 'LINK_NOT_GOOD'])
    expect((await openLink(link)).body).toMatchObject({ isTokenVerified: false, firstName: null })
    const [row] = await context.db`select first_name from company_link where company_id = ${id}`
    expect(row?.first_name).toBeNull()
  })
  test('a used link cannot be revoked', async () => {
    const [link = ''] = await linksOf()
    await join(link)
    expect(statusAndCode(await takeBack(link))).toEqual([409, 'LINK_USED'])
  })
  test('a link that is used and revoked at once ends in exactly one of the two', async () => {
    for (const link of await linksOf(6)) {
      const [joined, withdrawal] = await Promise.all([join(link), takeBack(link)])
      expect([joined.status, withdrawal.status]).toSatisfy(([a, b]) => (a === 200) !== (b === 204))
    }
    const both = context.db`update company_link set joined_at = now(), revoked_at = now() where company_id = ${id}`
    await expect(both).rejects.toMatchObject({ constraint_name: 'used_or_revoked' })
  })
  test('a link is revoked once, and not after it has expired', async () => {
    const [one = '', two = ''] = await linksOf(2)
    await takeBack(one)
    expect(statusAndCode(await takeBack(one))).toEqual([409, 'LINK_OVER'])
    await expire()
    expect(statusAndCode(await takeBack(two))).toEqual([409, 'LINK_OVER'])
  })
  test('another company’s link is not found', async () => {
    const [link = ''] = await linksOf()
    expect(statusAndCode(await takeBack(link, (await desk.company()).id))).toEqual([404, 'LINK_NOT_FOUND'])
  })
})

describe('a set of links', () => {
  test('revoking a set spares used links, and only one of two managers does it', async () => {
    const [used = '', open = ''] = await linksOf(3)
    await join(used)
    const [set] = await setsOf()
    const result = await Promise.all([takeBackAll(set?.id ?? ''), takeBackAll(set?.id ?? '')])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(result.find(({ status }) => status === 200)?.body).toMatchObject({ open: 0, used: 1, takenBack: 2 })
    expect(statusAndCode(await join(open))).toEqual([409, 'LINK_NOT_GOOD'])
    expect(statusAndCode(await takeBackAll(set?.id ?? ''))).toEqual([409, 'NOTHING_OPEN'])
    expect((await desk.recordOf(id)).at(-1)).toMatchObject({
      act: 'take-back-company-links',
      reason: DISCOUNT_REASON,
      detail: { setId: set?.id, count: 2 },
    })
  })
  test('a set of another company and an unknown set are not found', async () => {
    await linksOf()
    const [set] = await setsOf()
    expect(statusAndCode(await takeBackAll(set?.id ?? '', (await desk.company()).id))).toEqual([404, 'LINK_NOT_FOUND'])
    expect(statusAndCode(await takeBackAll(crypto.randomUUID()))).toEqual([404, 'LINK_NOT_FOUND'])
  })
  test('newer sets are listed first', async () => {
    await linksOf(1)
    await linksOf(2)
    expect((await setsOf()).map(({ open }) => open)).toEqual([2, 1])
  })
})

describe('refused links', () => {
  test('links of a company that has ended', async () => {
    await desk.end(id)
    expect(statusAndCode(await desk.make(id))).toEqual([409, 'COMPANY_ENDED'])
  })
  test('links of an unknown company', async () => {
    const nobody = crypto.randomUUID()
    expect(statusAndCode(await desk.make(nobody))).toEqual([404, 'COMPANY_NOT_FOUND'])
    expect(statusAndCode(await context.sendCall(listLinkSets, { id: nobody }, manager))).toEqual([
      404,
      'COMPANY_NOT_FOUND',
    ])
  })
  test.each([
    ['that have expired already', -1],
    ['that are valid for more than a year', 367],
  ])('links %s', async (_, days) => {
    expect(statusAndCode(await desk.make(id, { expiresAt: dateInDays(days) }))).toEqual([409, 'EXPIRY_OUT_OF_BOUNDS'])
  })
  test('no links at all, or more than two hundred at a time', async () => {
    expect((await desk.make(id, { employees: [] })).status).toBe(400)
    expect((await desk.make(id, { employees: anonymousEmployees(201) })).status).toBe(400)
    expect((await desk.make(id, { employees: anonymousEmployees(200) })).status).toBe(201)
  })
  test('links for an employee without a name or an e-mail address', async () => {
    const [good] = newEmployees(1)
    for (const bad of [{ firstName: ' x' }, { lastName: '' }, { email: 'nobody' }])
      expect((await desk.make(id, { employees: [{ ...good, ...bad } as never] })).status).toBe(400)
  })
  test('links beyond the limit of open ones of a company', async () => {
    const set = (await desk.make(id)).body.set.id
    await context.db`
      insert into company_link (company_id, set_id, token_hash, expires_at)
      select ${id}, ${set}, sha256(n::text::bytea), now() + interval '1 day'
      from generate_series(1, ${MAX_OPEN_LINKS - 2}::int) n`
    expect(statusAndCode(await desk.make(id, { employees: anonymousEmployees(2) }))).toEqual([409, 'TOO_MANY_LINKS'])
    expect((await desk.make(id)).status).toBe(201)
  })
  test('more than thirty sets an hour by one manager', async () => {
    const result = []
    // The test may cross the end of one hour, but not of two.
    for (let press = 0; press < 61; press++) result.push(await desk.make(id))
    expect(result.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(201))
    expect(result.map(statusAndCode)).toContainEqual([429, 'RATE_LIMITED'])
  })
  test('links created, listed or revoked by a clinician', async () => {
    const clinician = await insertClinician(context)
    const [link = ''] = await linksOf()
    const [set] = await setsOf()
    expect(statusAndCode(await desk.make(id, {}, { who: clinician }))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await context.sendCall(listLinkSets, { id }, clinician))).toEqual([403, 'NOT_ALLOWED'])
    const act = { id, reason: DISCOUNT_REASON }
    expect(
      statusAndCode(await context.sendCall(revokeLink, { ...act, token: parseCompanyLink(link).token }, clinician)),
    ).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await context.sendCall(revokeLinkSet, { ...act, setId: set?.id ?? '' }, clinician))).toEqual([
      403,
      'NOT_ALLOWED',
    ])
  })
  test('links of a manager who was blocked a moment ago', async () => {
    const blocked = await insertManager(context)
    await setsOf(id, blocked)
    await context.db`update staff set status = 'blocked' where id = ${blocked.staffId}`
    expect((await desk.make(id, {}, { who: blocked })).status).toBe(401)
    expect(await setsOf()).toEqual([])
  })
})
