import { getClinicianRating } from '@cuida/core/care/rating/rating-api.ts'
import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { getClinicianWeek, listClinicians } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { loadProductMessages } from '@cuida/ui/testing/render-screen.ts'
import { describe, expect, test } from 'vitest'
import { renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { ProductClinicians } from '../product/ProductClinicians.tsx'
import { ClinicianProfileScreen, formatWeek } from './ClinicianProfileScreen.tsx'
import { CliniciansScreen } from './CliniciansScreen.tsx'
import { OurTeam } from './OurTeam.tsx'

const id = '8c4d2e9f-71b3-4a5e-8d06-1f9b3c5a7e42'
const clinician = (n: number) => ({
  id: `${id.slice(0, -2)}${n}`,
  name: `Dra. Elena Ruiz ${n}`,
  specialty: 'Endocrinology',
  photoUrl: null,
  nextFree: n === 1 ? null : '2026-11-27T09:00:00.000Z',
})
const team = (total: number) => {
  const server = mockServer()
  server.reply(listClinicians, ({ query }) => {
    const page = Number(query.get('page'))
    const pageSize = Number(query.get('pageSize'))
    const all = Array.from({ length: total }, (_, at) => clinician(at + 1))
    return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total }
  })
  return server
}
const clinicians = (links: Record<string, string | null>) =>
  Object.keys(links).filter((name) => name.startsWith('Dra. Elena')).length

describe('the team on Home', () => {
  const member = (n: number) => ({ ...clinician(n), registrationNumber: `28/28/0000${n}` })

  test('the team is hidden without clinicians', async () => {
    expect((await renderPatientScreen(<OurTeam team={[]} />)).text()).toBe('')
  })

  test('each clinician has a photo, name, specialty, registration and free time, linked to the profile', async () => {
    const screen = await renderPatientScreen(<OurTeam team={[member(1), member(2)]} />)
    expect(screen.headings()).toEqual(['Our team'])
    expect(screen.links()['See the whole team']).toBe('/clinicians')
    const [_all, one = '', two = ''] = Object.keys(screen.links())
    expect(one).toBe('Dra. Elena Ruiz 1 Endocrinology Reg. no. 28/28/00001')
    expect(two).toMatch(/^Dra. Elena Ruiz 2 Endocrinology Reg\. no\. .* Free .*10:00/)
    expect(screen.links()[one]).toBe(`/clinicians/${clinician(1).id}`)
  })
})

describe('the list of clinicians', () => {
  test('the list shows 40 at once, and more on a press', async () => {
    team(60)
    const screen = await renderPatientScreen(<CliniciansScreen />, { at: '/clinicians' })
    expect(clinicians(screen.links())).toBe(50)
    await screen.click('Show more')
    expect(clinicians(screen.links())).toBe(60)
    expect(screen.buttons()).not.toContain('Show more')
  })

  test('an empty list says where to go', async () => {
    team(0)
    const screen = await renderPatientScreen(<CliniciansScreen />, { at: '/clinicians' })
    expect(screen.hasMessage('catalogue.team.empty')).toBe(true)
    expect(Object.values(screen.links())).toContain('/how-can-we-help')
  })
})

describe('the clinician profile', () => {
  const clinician = {
    id,
    name: 'Dra. Elena Ruiz Soler',
    specialty: 'Endocrinology',
    registrationNumber: '28/28/00002',
    languages: ['es', 'en'],
    bio: 'She explains.',
    experience: ['A hospital'],
    studies: [],
    photoUrl: null,
    hue: 32,
    timeZone: 'Europe/Madrid',
  }
  const offer = (slug: string) => ({ slug, name: slug, durationMinutes: 20, nextFree: '2026-11-27T09:00:00.000Z' })
  const days = Array.from({ length: 7 }, (_, at) => ({
    day: `2026-11-${23 + at}`,
    hours: at < 5 ? [{ starts: '09:00', ends: '14:00' }] : [],
  }))
  async function profile({ offers = [offer('thyroid')], week = days, rating = null as object | null, at = '' } = {}) {
    const server = mockServer()
    server.reply(findClinicianById, clinician)
    server.reply(getClinicianWeek, { timeZone: 'Europe/Madrid', days: week, offers })
    server.reply(getClinicianRating, { rating })
    return renderPatientScreen(<ClinicianProfileScreen params={{ id }} />, { at: `/clinicians/${id}${at}` })
  }

  test('a guest sees the clinician, the working hours and the products', async () => {
    const screen = await profile()
    for (const text of ['Dra. Elena Ruiz Soler', 'Endocrinology', '28/28/00002', 'She explains.', 'A hospital'])
      expect(screen.text()).toContain(text)
    expect(screen.text()).toContain('Monday to Friday 09:00 to 14:00')
    expect(screen.text()).toContain('Spanish and English')
    expect(screen.headings()).not.toContain('Studies')
    expect(Object.values(screen.links())).toContain(`/clinician/${id}/product/thyroid`)
  })

  test('the rating is shown to one decimal where the server has it', async () => {
    expect((await profile()).text()).not.toContain('out of 5')
    expect((await profile({ rating: { average: 5, count: 5 } })).text()).toContain('5.0 out of 5 from 5 ratings')
  })

  test('the requested product comes first, and more than three are collapsed', async () => {
    const offers = ['one', 'two', 'three', 'four'].map(offer)
    const screen = await profile({ offers, at: '?product=four' })
    const hrefs = Object.values(screen.links()).filter((href) => href?.includes('/product/'))
    expect(hrefs[0]).toBe(`/clinician/${id}/product/four`)
    expect(screen.hasMessage('catalogue.clinician.others', { count: 1 })).toBe(true)
    expect(screen.hasMessage('catalogue.clinician.times')).toBe(true)
  })

  test('a clinician without working hours says so and offers nothing unavailable', async () => {
    const screen = await profile({ offers: [], week: days.map(({ day }) => ({ day, hours: [] })) })
    expect(screen.hasMessage('catalogue.week.none')).toBe(true)
    expect(screen.headings()).not.toContain('Next free times')
  })
})

describe('clinicians of a product', () => {
  const gives = async (count: number) => {
    const items = Array.from({ length: count }, (_, at) => ({ ...clinician(at + 2), timeZone: 'Europe/Madrid' }))
    mockServer().reply(listProductClinicians, { items })
    return renderPatientScreen(<ProductClinicians product={{ slug: 'thyroid' } as never} />)
  }
  test('the list is hidden without clinicians', async () => expect((await gives(0)).text()).toBe(''))
  test.each([1, 4])('all %i clinicians are listed, each linked to the profile with the product', async (count) => {
    const screen = await gives(count)
    expect(clinicians(screen.links())).toBe(count)
    expect(Object.values(screen.links())[0]).toBe(`/clinicians/${clinician(2).id}?product=thyroid`)
    expect(screen.buttons()).toEqual([])
  })
  test('more than four are collapsed and expand on a press', async () => {
    const screen = await gives(6)
    expect(clinicians(screen.links())).toBe(4)
    await screen.click('See all 6')
    expect(clinicians(screen.links())).toBe(6)
  })
})

describe('working hours as text', () => {
  const day = (at: number, ...hours: [string, string][]) => ({
    day: `2026-11-${25 + at}`,
    hours: hours.map(([starts, ends]) => ({ starts, ends })),
  })
  test.each([
    [
      'the week starts on Monday, whatever day it is',
      [day(0, ['09:00', '12:00']), day(5, ['15:00', '18:00'])],
      ['Monday 15:00 to 18:00', 'Wednesday 09:00 to 12:00'],
    ],
    [
      'two equal days share a line',
      [day(0, ['09:00', '12:00']), day(1, ['09:00', '12:00'])],
      ['Wednesday and Thursday 09:00 to 12:00'],
    ],
    [
      'equal days around a day off do not share a line',
      [day(0, ['09:00', '12:00']), day(1), day(2, ['09:00', '12:00'])],
      ['Wednesday 09:00 to 12:00', 'Friday 09:00 to 12:00'],
    ],
    [
      'every interval of a day is shown',
      [day(0, ['09:00', '12:00'], ['16:00', '19:00'])],
      ['Wednesday 09:00 to 12:00 and 16:00 to 19:00'],
    ],
    ['a whole day reads as "all day"', [day(0, ['00:00', '24:00'])], ['Wednesday all day']],
    ['a week without work is empty', [day(0), day(1)], []],
  ])('%s', (_, week, expected) => {
    loadProductMessages()
    expect(formatWeek(week).map(({ days, hours }) => `${days} ${hours}`)).toEqual(expected)
  })
})
