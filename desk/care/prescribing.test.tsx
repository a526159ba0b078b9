import { cancelPrescription, listDeskPrescriptions, prescribe } from '@cuida/core/care/prescription/prescription-api.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderDeskScreen } from '../test-desk-screen.ts'
import { ConsultationDetail } from './queue/ConsultationDetail.tsx'
import { atDesk, MINE, NOW, WAITS } from './test-care.ts'

beforeEach(() => freezeTime(NOW))

async function detail(more: object = MINE, role?: Parameters<typeof atDesk>[1]) {
  const server = atDesk(more, role)
  const onAttend = vi.fn()
  const onClosed = vi.fn()
  const shown = <ConsultationDetail id="c-1" taking={false} onAttend={onAttend} onClosed={onClosed} />
  return { server, onAttend, onClosed, page: await renderDeskScreen(shown, { at: '/consultations/c-1' }) }
}

describe('prescribing', () => {
  async function prescribing(more: object = {}) {
    const server = atDesk()
    const none = { items: [], usual: [], allergies: ['Penicillin'], signing: 'here' }
    server.reply(listDeskPrescriptions, { ...none, ...more })
    server.reply(prescribe, { id: 'rx' })
    const shown = <ConsultationDetail id="c-1" taking={false} onAttend={() => {}} onClosed={() => {}} />
    return { server, page: await renderDeskScreen(shown) }
  }
  const medicine = (more: object = {}) => ({
    id: 'rx-1',
    state: 'issued',
    author: 'Marta',
    signedAt: NOW,
    validUntil: '2026-12-26',
    problem: null,
    cancelReason: null,
    allergyReason: null,
    mayCancel: true,
    ...more,
    items: [
      { medicine: 'Ibuprofen', dose: '1', route: 'oral', frequency: '8 h', days: 3, quantity: '1', instructions: '' },
    ],
  })
  test('is for who holds the patient', async () => {
    const { page } = await prescribing()
    expect(page.buttons().join()).toContain(t('desk.prescription.new'))
    await page.unmount()
    expect((await detail(WAITS)).page.headings()).not.toContain(t('desk.prescription.title'))
  })
  test('asks for a reason where a medicine matches an allergy, and is signed when it was read', async () => {
    const { page, server } = await prescribing()
    await page.click(t('desk.prescription.new'))
    expect(page.buttons()).not.toContain(t('desk.prescription.review'))
    await page.fill(t('desk.prescription.medicine'), 'Amoxicillin 500 mg')
    expect(page.hasMessage('desk.prescription.allergic', { allergy: 'Penicillin' })).toBe(true)
    await page.fill(t('desk.prescription.dose'), '1 tablet')
    await page.fill(t('desk.prescription.route'), 'oral')
    await page.fill(t('desk.prescription.frequency'), 'every 8 hours')
    await page.fill(t('desk.prescription.quantity'), '1 box')
    await page.click(t('desk.prescription.add'))
    // An empty duration is not "until further notice".
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
        body: { items: [{ medicine: 'Amoxicillin 500 mg' }], allergyReason },
      },
    ])
  })
  test('is not offered in a product that leads to none', async () => {
    const { page } = await prescribing({ signing: 'nowhere' })
    expect(page.buttons().join()).not.toContain(t('desk.prescription.new'))
  })
  test('what was prescribed is cancelled where that can be, with a reason', async () => {
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
    const { page: kept } = await prescribing({ items: [medicine({ mayCancel: false, state: 'sending' })] })
    expect(kept.buttons()).not.toContain(t('desk.prescription.cancel'))
  })
})
