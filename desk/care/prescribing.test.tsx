import {
  cancelPrescription,
  listDeskPrescriptions,
  listMedicines,
  prescribe,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderDeskScreen } from '../test-desk-screen.ts'
import { ConsultationDetail } from './queue/ConsultationDetail.tsx'
import { HELD_CONSULTATION, renderAtDesk, TEST_TIME, WAITING_CONSULTATION } from './test-care.ts'

beforeEach(() => freezeTime(TEST_TIME))

async function detail(more: object = HELD_CONSULTATION, role?: Parameters<typeof renderAtDesk>[1]) {
  const server = renderAtDesk(more, role)
  const onAttend = vi.fn()
  const onClosed = vi.fn()
  const element = <ConsultationDetail id="c-1" taking={false} onAttend={onAttend} onClosed={onClosed} />
  return { server, onAttend, onClosed, page: await renderDeskScreen(element, { at: '/consultations/c-1' }) }
}

describe('the prescription panel', () => {
  async function prescribing(more: object = {}) {
    const server = renderAtDesk()
    const none = {
      items: [],
      usual: [],
      routes: ['oral', 'topic'],
      earlier: [],
      allergies: ['Penicillin'],
      signing: 'here',
    }
    server.reply(listDeskPrescriptions, { ...none, ...more })
    const entry = { name: 'Amoxicillin 500 mg', atc: 'J01CA04', unit: 'capsule', route: 'oral' }
    server.reply(listMedicines, { catalogue: { source: 'Test', date: '2026-11-28', medicines: [entry] } })
    server.reply(prescribe, { id: 'rx' })
    const element = <ConsultationDetail id="c-1" taking={false} onAttend={() => {}} onClosed={() => {}} />
    return { server, page: await renderDeskScreen(element) }
  }
  const medicine = (more: object = {}) => ({
    id: 'rx-1',
    state: 'issued',
    author: 'Marta',
    signedAt: TEST_TIME,
    validUntil: '2026-12-26',
    problem: null,
    cancelReason: null,
    allergyReason: null,
    mayCancel: true,
    ...more,
    items: [
      {
        medicine: 'Ibuprofen',
        dosage: null,
        code: null,
        dose: '1',
        route: 'oral',
        frequency: '8 h',
        durationDays: 3,
        quantity: '1',
        instructions: '',
      },
    ],
  })
  test('only the clinician who holds the patient can prescribe', async () => {
    const { page } = await prescribing()
    expect(page.buttons().join()).toContain(t('desk.prescription.new'))
    await page.unmount()
    expect((await detail(WAITING_CONSULTATION)).page.headings()).not.toContain(t('desk.prescription.title'))
  })
  test('a medicine that matches an allergy needs a reason, and the prescription is signed after a review', async () => {
    const { page, server } = await prescribing()
    await page.click(t('desk.prescription.new'))
    expect(page.buttons()).not.toContain(t('desk.prescription.review'))
    await page.fill(t('desk.prescription.medicine'), 'Amoxicillin 500 mg')
    expect(page.hasMessage('desk.prescription.allergic', { allergy: 'Penicillin' })).toBe(true)
    await page.fill(t('desk.prescription.amount'), '1')
    await page.fill(t('desk.prescription.frequency'), 'every-8-hours')
    await page.click(t('desk.prescription.add'))
    // An empty duration does not mean "continuous".
    expect(page.hasMessage('desk.prescription.days.REQUIRED')).toBe(true)
    await page.fill(t('desk.prescription.days'), '7')
    await page.click(t('desk.prescription.add'))
    await page.click(t('desk.prescription.review'))
    await page.click(t('desk.prescription.sign'))
    expect(page.hasMessage('desk.prescription.allergyReason.TOO_SHORT')).toBe(true)
    expect(server.requestsTo(prescribe)).toEqual([])
    const allergyReason = 'Tolerated it last year'
    await page.fill(t('desk.prescription.allergyReason'), allergyReason)
    await page.click(t('desk.prescription.sign'))
    expect(server.requestsTo(prescribe)).toMatchObject([
      {
        path: '/v1/desk/consultations/c-1/prescriptions',
        body: {
          items: [{ medicine: 'Amoxicillin 500 mg', route: 'oral', dosage: { unit: 'capsule', amount: 1 } }],
          allergyReason,
        },
      },
    ])
  })
  test('an earlier prescription is renewed in two steps, renew and sign', async () => {
    const dosage = { amount: 1, unit: 'tablet', frequency: 'once-a-day', asNeeded: false, packages: 1, packageSize: 28 }
    const [item] = medicine().items
    const prescribed = { medicine: 'Enalapril', route: 'oral', durationDays: null, dosage, instructions: '' }
    const signed = { ...item, ...prescribed, code: null }
    const { page, server } = await prescribing({
      earlier: [{ id: 'rx-0', author: 'Ana', signedAt: TEST_TIME, items: [signed] }],
    })
    await page.click(t('desk.prescription.renew'))
    await page.click(t('desk.prescription.sign'))
    expect(server.requestsTo(prescribe)).toMatchObject([{ body: { items: [prescribed] } }])
  })
  test('a medicine that is not in the catalogue is marked as free text', async () => {
    const { page } = await prescribing()
    await page.click(t('desk.prescription.new'))
    await page.fill(t('desk.prescription.medicine'), 'Amoxicillin 500 mg')
    expect(page.hasMessage('desk.prescription.freeTextHint')).toBe(false)
    await page.fill(t('desk.prescription.medicine'), 'Amoxicillin syrup')
    expect(page.hasMessage('desk.prescription.freeTextHint')).toBe(true)
  })
  test('a product without prescriptions offers none', async () => {
    const { page } = await prescribing({ signing: 'nowhere' })
    expect(page.buttons().join()).not.toContain(t('desk.prescription.new'))
  })
  test('a prescription is cancelled with a reason, where the provider allows it', async () => {
    const { page, server } = await prescribing({ items: [medicine()] })
    server.reply(cancelPrescription, null)
    await page.click(t('desk.prescription.cancel'))
    await page.click(t('desk.prescription.cancel'))
    expect(server.requestsTo(cancelPrescription)).toEqual([])
    await page.fill(t('desk.prescription.reason'), 'The wrong medicine was chosen')
    await page.click(t('desk.prescription.cancel'))
    expect(server.requestsTo(cancelPrescription)).toMatchObject([
      {
        path: '/v1/desk/consultations/c-1/prescriptions/rx-1/cancel',
        body: { reason: 'The wrong medicine was chosen' },
      },
    ])
    await page.unmount()
    const { page: lockedPage } = await prescribing({ items: [medicine({ mayCancel: false, state: 'sending' })] })
    expect(lockedPage.buttons()).not.toContain(t('desk.prescription.cancel'))
  })
})
