import { healthLinkOf, readHealthLink } from '@cuida/core/fhir/health-link.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { HealthSummaryScreen } from './HealthSummaryScreen.tsx'
import { readSummary } from './open-link.ts'

const KEY = 'A'.repeat(43)
const OWN = 'https://cuida.test/v1/health-links/abc'
const LINK = { url: OWN, key: KEY, flag: 'LP', label: 'Urgencias – año 1', v: 1 }

test('a link contains what it was made of, also behind the address of a viewer; anything else is no link', () => {
  expect(readHealthLink(`https://cuida.test/health-summary#${healthLinkOf(LINK)}`)).toEqual(LINK)
  for (const text of ['', 'shlink:/', 'shlink:/e30', healthLinkOf({ ...LINK, key: 'short' })])
    expect(readHealthLink(text)).toBeUndefined()
})

test('the text of a section is read, never its markup', () => {
  const div =
    '<div xmlns="http://www.w3.org/1999/xhtml"><ul><li>Iron &lt; 5 &amp; &quot;low&quot;</li><li>Latex</li></ul></div>'
  const patient = { resourceType: 'Patient', birthDate: '1990-05-17', name: [{ given: ['Ana'], family: 'Ruiz' }] }
  const composition = {
    resourceType: 'Composition',
    date: '2026-05-01T10:00:00Z',
    section: [{ title: 'A', text: { div } }],
  }
  expect(readSummary({ entry: [{ resource: composition }, { resource: patient }] })).toEqual({
    name: 'Ana Ruiz',
    dateOfBirth: '1990-05-17',
    writtenAt: '2026-05-01T10:00:00Z',
    sections: [{ title: 'A', lines: ['Iron < 5 & "low"', 'Latex'] }],
  })
})

describe('the page of a link', () => {
  beforeEach(() => void mockPatientServer())
  afterEach(() => vi.restoreAllMocks())
  async function open(link: object = LINK, reply?: { status: number; body?: object }) {
    const at = `/health-summary#${healthLinkOf({ ...LINK, ...link })}`
    history.replaceState(null, '', at)
    const page = await renderPatientScreen(<HealthSummaryScreen />)
    const request = vi.spyOn(globalThis, 'fetch')
    if (reply) request.mockResolvedValue(Response.json(reply.body ?? {}, { status: reply.status }))
    return { page, request }
  }
  async function enter(page: Awaited<ReturnType<typeof open>>['page']) {
    await page.fill(t('care.healthSummary.recipient'), 'Dra. Soto')
    await page.fill(t('care.healthSummary.passcode'), '0000')
    await page.click(t('care.healthSummary.open'))
  }

  test('asks who opens it, and for the passcode if there is one', async () => {
    const { page, request } = await open()
    await page.click(t('care.healthSummary.open'))
    expect(page.hasMessage('care.healthSummary.recipient.REQUIRED')).toBe(true)
    expect(page.hasMessage('care.healthSummary.passcode.REQUIRED')).toBe(true)
    expect(request).not.toHaveBeenCalled()
  })

  test('says how many tries are left, and keeps what was typed', async () => {
    const { page } = await open({}, { status: 401, body: { remainingAttempts: 1 } })
    await enter(page)
    expect(page.hasMessage('care.healthSummary.remaining', { count: 1 })).toBe(true)
    expect(page.value(t('care.healthSummary.recipient'))).toBe('Dra. Soto')
  })

  test.each([
    ['the link no longer opens', { status: 404 }],
    ['no try is left', { status: 401, body: { remainingAttempts: 0 } }],
  ])('explains what to do when %s', async (_, reply) => {
    const { page } = await open({}, reply)
    await enter(page)
    expect(page.hasMessage('care.healthSummary.gone')).toBe(true)
  })

  test('sends nothing to another clinic or to a stranger', async () => {
    const { page } = await open({ url: 'https://evil.example/v1/health-links/abc' })
    expect(page.fields()).toEqual([])
    expect(page.hasMessage('care.healthSummary.gone')).toBe(true)
  })
})
