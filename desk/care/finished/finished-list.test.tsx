import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, expect, test } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../../test-desk-screen.ts'
import { ANA, TEST_TIME } from '../test-care.ts'
import { FinishedList } from './FinishedList.tsx'

beforeEach(() => freezeTime(TEST_TIME))

const ENDED = {
  id: 'c-1',
  status: 'CLOSED',
  closedFor: 'in-person',
  failedFor: null,
  contactMethod: 'video',
  productName: 'General',
  patient: ANA,
  professional: 'Dra. Marta Ruiz',
  endedAt: '2026-11-26T09:40:00Z',
  mayOpen: true,
}

async function render(
  role: Parameters<typeof mockDeskServer>[0] = 'clinician',
  items: object[] = [ENDED],
  at = '/finished',
) {
  const server = mockDeskServer(role)
  server.reply(listFinishedConsultations, { day: '2026-11-26', items, more: false })
  server.reply(searchOwnPatients, { items: [], more: false })
  return { server, page: await renderDeskScreen(<FinishedList />, { at }) }
}
const requestedQueries = ({ server }: Awaited<ReturnType<typeof render>>) =>
  server.requestsTo(listFinishedConsultations).map(({ query }) => query.toString())

test('a clinician sees today’s consultations with patient, product and outcome, each with a link', async () => {
  const screen = await render()
  expect(requestedQueries(screen)).toEqual(['day=2026-11-26&whose=mine'])
  expect(Object.values(screen.page.links())).toEqual(['/desk/consultations/c-1'])
  expect(screen.page.text()).toContain('Ana Ruiz, 36')
  expect(screen.page.text()).toContain(t('desk.ended.in-person'))
  expect(screen.page.text()).not.toContain('Dra. Marta Ruiz')
  expect(screen.page.buttons()).not.toContain(t('desk.finished.after'))
})

test('one press leads to the day before, and one back to today', async () => {
  const screen = await render()
  await screen.page.click(t('desk.finished.before'))
  expect(requestedQueries(screen).at(-1)).toContain('day=2026-11-25')
  await screen.page.click(t('desk.finished.toToday'))
  expect(screen.page.hasMessage('desk.finished.today')).toBe(true)
})

test('a manager without patients lists everyone’s consultations, without links and without patients of their own', async () => {
  const screen = await render('clinical-manager', [{ ...ENDED, mayOpen: false }])
  expect(requestedQueries(screen)[0]).toContain('whose=everyone')
  expect(screen.page.links()).toEqual({})
  expect(screen.page.text()).toContain('Dra. Marta Ruiz')
  expect(screen.page.hasMessage('desk.finished.search.title')).toBe(false)
})

test('a manager with patients switches between own and all consultations; a clinician cannot', async () => {
  const screen = await render('clinician-and-clinical-manager')
  await screen.page.click(t('desk.finished.everyone'))
  expect(requestedQueries(screen).at(-1)).toContain('whose=everyone')
  await screen.page.unmount()
  const clinician = await render('clinician', [ENDED], '/finished?whose=everyone')
  expect(requestedQueries(clinician)[0]).toContain('whose=mine')
  expect(clinician.page.hasMessage('desk.finished.everyone')).toBe(false)
})

test('the search finds my patients by name and keeps the name out of the address', async () => {
  const { page, server } = await render()
  await page.fill(t('desk.finished.search.label'), 'A')
  await page.click(t('desk.people.search.submit'))
  expect(server.requestsTo(searchOwnPatients)).toEqual([])
  await page.fill(t('desk.finished.search.label'), 'Ana')
  server.reply(searchOwnPatients, {
    items: [
      { ...ANA, dateOfBirth: '1990-05-01', lastConsultation: { id: 'c-9', at: TEST_TIME, productName: 'General' } },
    ],
    more: false,
  })
  await page.click(t('desk.people.search.submit'))
  expect(server.requestsTo(searchOwnPatients)).toMatchObject([{ body: { name: 'Ana' } }])
  expect(Object.values(page.links())).toContain('/desk/consultations/c-9')
  expect(location.search).toBe('')
})
