import { getMedicalHistory } from '@cuida/core/care/record/record-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../kit/api.ts'
import { ANA, anaId, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import type { Booking } from '../cart/booking.ts'
import { currentBooking } from '../cart/cart-store.ts'
import { setUpBooking } from '../cart/test-booking.ts'
import { SummaryScreen } from '../SummaryScreen.tsx'
import { QuestionsScreen } from './QuestionsScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const GENERAL = { productId: '101', productSlug: 'general-consultation' }
const TREATMENT = { productId: '102', productSlug: 'treatment-questions' }

describe('the questions', () => {
  /** Of the last rendered page. */
  let container: HTMLElement
  async function question(search = '', more: Partial<Booking> = {}) {
    const booking = { ...GENERAL, ...more }
    const server = setUpBooking(booking)
    const at = `/products/${booking.productSlug}/questions${search}`
    const page = await renderPatientScreen(<QuestionsScreen params={{ slug: booking.productSlug }} />, { at })
    container = page.container
    return { server, page }
  }
  test('a family chooses the patient first; a chosen patient is asked at once', async () => {
    signInTestUser(session)
    for (const [patientId, address] of [
      [undefined, '/select-profile'],
      [anaId, '/products/general-consultation/questions'],
    ] as const) {
      setUpBooking({ ...GENERAL, patientId }).reply(me, ANA)
      await renderPatientScreen(<QuestionsScreen params={{ slug: 'general-consultation' }} />, {
        at: '/products/general-consultation/questions',
      })
      expect(currentAddress()).toBe(address)
    }
  })
  test('a required question must be answered', async () => {
    const { page } = await question()
    const [first] = page.headings()
    await page.click(t('booking.next'))
    expect(page.headings()[0]).toBe(first)
    expect(currentAddress()).not.toContain('question=2')
  })
  const radio = (nth: number) =>
    [...container.querySelectorAll<HTMLInputElement>('input[type=radio]')][nth] as HTMLElement
  const answers = () => currentBooking()?.symptoms
  const known = { ...TREATMENT, symptoms: [{ questionId: 'need', answer: 'renew' }] }
  const answering = (given: Record<string, string | number | boolean>) =>
    Object.entries(given).map(([questionId, answer]) => ({ questionId, answer }))
  const tap = (nth: number) => actAndFlush(() => void fireEvent.click(radio(nth), { detail: 1 }))
  /** The choice of this question; `detail: 0` is a click by a key. */
  const choose = (key: string, nth: number, detail = 1) =>
    actAndFlush(() => {
      const group = container.querySelector(`#answer-${key}`)?.closest('fieldset')
      fireEvent.click(group?.querySelectorAll('input')[nth] as HTMLElement, { detail })
    })
  test('a single choice takes one tap', async () => {
    await question('?question=1', known)
    await tap(1)
    expect(currentAddress()).toContain('question=1')
    await advanceTime(300)
    expect(currentAddress()).toContain('question=2')
  })
  test('a typed number is an answer; one that is not accepted stays as it was typed', async () => {
    const others = { 'since-when': 'today', fever: false, allergies: 'none-known', medicines: 'none-known' }
    const { page } = await question('?question=3', { symptoms: answering(others) })
    const number = () => container.querySelector<HTMLInputElement>('input[inputmode=decimal]') as HTMLInputElement
    const type = (value: string) => actAndFlush(() => void fireEvent.change(number(), { target: { value } }))
    await type('70')
    await page.click(t('booking.next'))
    expect(page.text()).toContain(t('booking.problem.outOfScale', { min: 0, max: 10, example: 1 }))
    expect(number().value).toBe('70')
    expect(document.activeElement).toBe(number())
    await type('7')
    await page.click(t('booking.next'))
    expect(currentAddress()).toContain('/summary')
    expect(answers()).toContainEqual({ questionId: 'severity', answer: 7 })
  })
  const MOST = { 'since-when': 'today', severity: 3, fever: false }
  test('a page of several questions goes on with the choice that was the last to be missing', async () => {
    await question('?question=2', { symptoms: answering({ 'since-when': 'today', severity: 3 }) })
    await choose('fever', 1, 0)
    await choose('allergies', 0)
    await advanceTime(300)
    expect(currentAddress()).toContain('question=2')
    await choose('medicines', 0)
    await advanceTime(300)
    expect(currentAddress()).toContain('/summary')
  })
  test('a choice that makes another question visible stays on the page', async () => {
    await question('?question=2', { symptoms: answering(MOST) })
    await choose('allergies', 0, 0)
    await choose('medicines', 1)
    await advanceTime(300)
    expect(currentAddress()).toContain('question=2')
    expect(container.querySelector('#answer-which-medicines')).not.toBeNull()
  })
  test('several missing answers are listed above the page', async () => {
    const { page } = await question('?question=2', { symptoms: answering({ 'since-when': 'today', severity: 3 }) })
    await choose('fever', 1, 0)
    await page.click(t('booking.next'))
    const targets = [...container.querySelectorAll('section a')].map((link) => link.getAttribute('href'))
    expect(targets).toEqual(['#answer-allergies', '#answer-medicines'])
  })
  test('allergies in the record are confirmed with one tap, which answers both questions about them', async () => {
    signInTestUser(session)
    const symptoms = answering({ ...MOST, medicines: 'none-known' })
    // An answered page accepts an early tap.
    const before = [...symptoms, { questionId: 'allergies', answer: 'none-known' }]
    const server = setUpBooking({ ...GENERAL, patientId: anaId, symptoms: before })
    server.reply(me, ANA)
    const allergy = { kind: 'allergy', status: 'active', severity: null, writtenAt: '2026-01-01T10:00:00Z' }
    const entries = [
      { ...allergy, id: '1', text: 'Penicillin', severity: 'severe' },
      { ...allergy, id: '2', text: 'Pollen' },
      { ...allergy, id: '3', text: 'Milk', status: 'resolved' },
    ]
    server.reply(getMedicalHistory, { patientId: anaId, entries, requests: [] })
    const page = await renderPatientScreen(<QuestionsScreen params={{ slug: 'general-consultation' }} />, {
      at: '/products/general-consultation/questions?question=5',
    })
    expect(page.text()).toContain(t('booking.recorded.allergies', { list: 'Penicillin, Pollen' }))
    await page.click(t('booking.recorded.confirm'))
    expect(answers()).toEqual([
      ...symptoms,
      { questionId: 'allergies', answer: 'yes' },
      { questionId: 'which-allergies', answer: 'Penicillin, Pollen' },
    ])
    expect(currentAddress()).toContain('/summary')
  })
  test('the answer of a past consultation is confirmed by going on', async () => {
    const { page } = await question('?question=1', { ...known, toConfirm: ['need'] })
    expect(page.hasMessage('booking.repeat.confirm')).toBe(true)
    await page.click(t('booking.next'))
    expect(currentBooking()?.toConfirm).toEqual([])
    expect(currentAddress()).toContain('question=2')
  })
  test('a tap that arrives with the question answers nothing', async () => {
    await question('?question=1', TREATMENT)
    await tap(1)
    await advanceTime(300)
    expect(currentAddress()).toContain('question=1')
    expect(answers() ?? []).toEqual([])
  })
  test('a choice by keyboard waits for the button', async () => {
    await question('?question=1', known)
    await actAndFlush(() => void fireEvent.click(radio(1), { detail: 0 }))
    await advanceTime(1_000)
    expect(currentAddress()).toContain('question=1')
  })
  test.each(['?question=99', '?question=-3', '?question=x'])(
    'an invalid question number (%s) opens an existing question',
    async (search) => {
      const { page } = await question(search)
      expect(page.buttons()).toContain(t('booking.next'))
    },
  )
  test('a product that is not offered has no questions', async () => {
    setUpBooking({ ...GENERAL })
    const page = await renderPatientScreen(<QuestionsScreen params={{ slug: 'nothing-at-all' }} />, {
      at: '/products/nothing-at-all/questions',
    })
    expect(page.hasMessage('catalogue.product.missing')).toBe(true)
  })
  test('missing answers are asked before the summary', async () => {
    setUpBooking({ ...GENERAL })
    await renderPatientScreen(<SummaryScreen params={{ slug: 'general-consultation' }} />, {
      at: '/products/general-consultation/summary',
    })
    expect(currentAddress()).toBe('/products/general-consultation/questions?question=1')
  })
})
