import { staffLogout } from '@cuida/core/access/team/staff-api.ts'
import { getQueue } from '@cuida/core/care/queue/desk-api.ts'
import {
  changeCompany,
  endCompany,
  listCompanies,
  listLinkSets,
  makeLinks,
  revokeLink,
  revokeLinkSet,
} from '@cuida/core/invite/desk-company-api.ts'
import { listUndelivered, resolveUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { HELD_CONSULTATION } from './care/test-care.ts'
import { DeskScreen } from './DeskScreen.tsx'
import { CompaniesPage } from './invite/CompaniesPage.tsx'
import { UndeliveredSection } from './notifications/delivery/UndeliveredSection.tsx'
import { Sidebar } from './Sidebar.tsx'
import { mockDeskServer, renderDeskScreen } from './test-desk-screen.ts'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))
const REASON = 'They asked for it on the phone'

describe('the sidebar', () => {
  const MANAGERS = [
    'open',
    'board',
    'people',
    'team',
    'api-keys',
    'webhooks',
    'companies',
    'promo-codes',
    'orders',
    'errors',
  ]
  const EVERYBODY = ['', 'agenda', 'finished', 'questions']
  test.each([
    ['clinician', EVERYBODY],
    ['clinical-manager', [...EVERYBODY, ...MANAGERS]],
    ['clinician-and-clinical-manager', [...EVERYBODY, ...MANAGERS]],
  ] as const)('role %s has its pages and no others', async (role, pages) => {
    mockDeskServer(role)
    const page = await renderDeskScreen(
      <Sidebar currentPage={undefined} onSignOut={() => {}} notificationSettings={null} />,
    )
    const paths = Object.values(page.links()).map((path) => String(path).replace('/desk/', ''))
    expect(paths.sort()).toEqual([...pages].sort())
  })
  test('without a known user the sidebar has no pages', async () => {
    const server = mockDeskServer()
    const { staffMe } = await import('@cuida/core/access/team/staff-api.ts')
    server.refuse(staffMe, 'UNEXPECTED', 500)
    const page = await renderDeskScreen(
      <Sidebar currentPage={undefined} onSignOut={vi.fn()} notificationSettings={null} />,
    )
    expect(page.links()).toEqual({})
  })
})

test('a clinician who holds a patient is asked before signing out', async () => {
  const server = mockDeskServer('clinician')
  server.reply(getQueue, { items: [HELD_CONSULTATION] })
  const page = await renderDeskScreen(<DeskScreen />)
  await page.click(t('desk.sidebar.signOut'))
  expect(server.requestsTo(staffLogout)).toEqual([])
  expect(page.hasMessage('desk.leave.text')).toBe(true)
  expect(page.buttons()).toContain(t('desk.leave.go'))
})

describe('the page of a company', () => {
  const COMPANY = {
    id: 'k-1',
    name: 'Talleres',
    slug: 'talleres',
    redirectUrl: null,
    discounts: [],
    version: 3,
    createdAt: NOW,
    createdBy: 'Eva',
    endedAt: null,
    links: { open: 2, used: 1, expired: 0, takenBack: 0 },
  }
  const TOKEN = 'V20ndqufGbJAcwIaASi2Xw'
  const set = { id: 'set-1', madeAt: NOW, madeBy: 'Eva', expiresAt: '2026-12-26T23:00:00Z', open: 2, used: 0 }
  async function company(more: object = {}) {
    const server = mockDeskServer()
    server.reply(listCompanies, {
      items: [{ ...COMPANY, ...more }],
      offered: [],
      redirectHosts: [],
      page: 1,
      more: false,
    })
    server.reply(listLinkSets, { items: [{ ...set, expired: 0, takenBack: 0 }], page: 1, more: false })
    server.reply(makeLinks, { links: [{ link: 'https://clinic.test/lp/talleres#secret' }] })
    for (const call of [changeCompany, endCompany, revokeLink, revokeLinkSet]) server.reply(call, {})
    return { server, page: await renderDeskScreen(<CompaniesPage selectedId="k-1" />, { at: '/companies/k-1' }) }
  }
  test('a company is ended with a reason and the version that was read', async () => {
    const { page, server } = await company()
    await page.click(t('desk.companies.end'))
    await page.click(t('desk.companies.end'))
    expect(server.requestsTo(endCompany)).toEqual([])
    await page.fill(/./, REASON)
    await page.click(t('desk.companies.end'))
    expect(server.requestsTo(endCompany)).toMatchObject([
      { path: '/v1/desk/companies/k-1/end', body: { version: 3, reason: REASON } },
    ])
  })
  test('a change is sent with the company’s id and the version that was read', async () => {
    const { page, server } = await company()
    await page.click(t('desk.companies.change'))
    await page.fill(t('desk.companies.name'), 'Talleres Sol')
    await page.fill(t('desk.promo.reason'), REASON)
    await page.click(t('desk.companies.save'))
    expect(server.requestsTo(changeCompany)).toMatchObject([
      { path: '/v1/desk/companies/k-1', body: { name: 'Talleres Sol', version: 3, reason: REASON } },
    ])
  })
  test('an ended company cannot be changed and creates no links', async () => {
    const { page } = await company({ endedAt: NOW })
    for (const key of ['desk.companies.end', 'desk.companies.change', 'desk.companies.makeOne'])
      expect(page.buttons()).not.toContain(t(key))
  })
  test('created links show once', async () => {
    const { page, server } = await company()
    await page.click(t('desk.companies.makeOne'))
    expect(server.requestsTo(makeLinks)).toMatchObject([
      { path: '/v1/desk/companies/k-1/links', idempotencyKey: expect.any(String) },
    ])
    expect(page.text()).toContain('https://clinic.test/lp/talleres#secret')
    await page.click(t('desk.companies.done'))
    expect(page.text()).not.toContain('#secret')
  })
  test('unused links of a set are revoked with a reason', async () => {
    const { page, server } = await company()
    await page.click(t('desk.companies.takeOpen', { count: 2 }))
    await page.click(t('desk.companies.take'))
    expect(server.requestsTo(revokeLinkSet)).toEqual([])
    await page.fill(/./, REASON)
    await page.click(t('desk.companies.take'))
    expect(server.requestsTo(revokeLinkSet)).toMatchObject([
      { path: '/v1/desk/companies/k-1/links/set-1/take-back', body: { reason: REASON } },
    ])
  })
  test('one link can be revoked, if it belongs to the company', async () => {
    const { page, server } = await company()
    await page.click(t('desk.companies.takeOne'))
    await page.fill(t('desk.companies.link'), TOKEN)
    await page.fill(t('desk.promo.reason'), REASON)
    await page.click(t('desk.companies.take'))
    expect(server.requestsTo(revokeLink)).toMatchObject([
      { path: '/v1/desk/companies/k-1/links/take-back', body: { token: TOKEN, reason: REASON } },
    ])
  })
})

describe('undelivered notifications', () => {
  const undelivered = {
    id: 'u-1',
    kind: 'moved',
    foundAt: NOW,
    startTime: NOW,
    channels: ['sms'],
    person: { id: 'p-1', firstName: 'Ana', lastName: 'Ruiz' },
  }
  test('a manager records how the patient was told, and the section is hidden when it is empty', async () => {
    const server = mockDeskServer()
    server.reply(listUndelivered, { items: [undelivered] })
    server.reply(resolveUndelivered, null)
    const page = await renderDeskScreen(<UndeliveredSection now={Date.parse(NOW)} />)
    expect(Object.values(page.links())).toEqual(['/desk/people/patient/p-1'])
    await page.click(/Ana Ruiz$/)
    await page.click(t('desk.undelivered.tell.save'))
    expect(server.requestsTo(resolveUndelivered)).toEqual([])
    await page.fill(t('desk.undelivered.tell.reason'), ' Called her at home at ten ')
    await page.click(t('desk.undelivered.tell.save'))
    expect(server.requestsTo(resolveUndelivered)).toMatchObject([
      { path: '/v1/desk/undelivered-notifications/u-1/resolve', body: { reason: 'Called her at home at ten' } },
    ])
    await page.unmount()
    mockDeskServer().reply(listUndelivered, { items: [] })
    expect((await renderDeskScreen(<UndeliveredSection now={Date.parse(NOW)} />)).text()).toBe('')
  })
})
