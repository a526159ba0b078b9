import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { leoId, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { IncomingCall } from '../call/IncomingCall.tsx'
import { Ringing } from '../call/Ringing.tsx'
import { BOOKED_CONSULTATION, setUpConsultation, TEST_TIME } from '../test-consultation.ts'
import { RescheduleScreen } from './RescheduleScreen.tsx'

beforeEach(() => freezeTime(TEST_TIME))

const FAR = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:15:00Z' }
const free = { startTime: '2026-11-27T09:00:00Z', endTime: '2026-11-27T09:15:00Z' }
const one = {
  id: 'd-1',
  name: 'Dra. Vidal',
  specialty: 'GP',
  photoUrl: null,
  timeZone: 'Europe/Madrid',
  nextFree: free.startTime,
}

describe('rescheduling', () => {
  async function moving(more: object = FAR, clinicians: object[] = [one]) {
    const server = setUpConsultation(more)
    server.reply(listProductClinicians, { items: clinicians })
    server.reply(listSlots, {
      days: [
        { date: '2026-11-26', slots: [] },
        { date: '2026-11-27', slots: [free] },
      ],
      nextFree: free.startTime,
    })
    server.reply(rescheduleConsultation, {})
    return {
      server,
      page: await renderPatientScreen(<RescheduleScreen params={{ id: 'c-1' }} />, {
        at: '/consultations/c-1/reschedule',
      }),
    }
  }
  async function chooseTime(more?: object) {
    const { page, server } = await moving(more)
    await page.click(/27 November/)
    await page.click(/10:00/)
    await page.click(t('care.move.to', { time: '10:00' }))
    return { page, server }
  }
  test('the dialog shows both times once, and the old one is kept until confirmed', async () => {
    const { page, server } = await chooseTime()
    expect(server.requestsTo(rescheduleConsultation)).toEqual([])
    expect(page.buttons()).toContain(t('care.move.keep'))
    await page.click(t('care.move.confirm'))
    expect(server.requestsTo(rescheduleConsultation)).toMatchObject([
      { path: '/v1/consultations/c-1/schedule', body: { clinicianId: 'd-1', startTime: free.startTime } },
    ])
    expect(currentAddress()).toBe('/consultations/c-1?moved=true')
  })
  test('a time taken meanwhile is reported on the calendar', async () => {
    const { page, server } = await chooseTime()
    server.refuse(rescheduleConsultation, 'SLOT_TAKEN')
    await page.click(t('care.move.confirm'))
    expect(page.headings()).not.toContain(t('care.move.confirmTitle'))
    expect(currentAddress()).toBe('/consultations/c-1/reschedule')
  })
  test('an overlapping consultation is linked', async () => {
    const { page, server } = await chooseTime()
    const existing = { consultationId: '0190f3a0-0000-7000-8000-000000000002', startTime: free.startTime }
    server.refuse(rescheduleConsultation, 'CONSULTATION_OVERLAPS', 409, { existing })
    await page.click(t('care.move.confirm'))
    expect(page.headings()).not.toContain(t('care.move.confirmTitle'))
    expect(page.links()).toMatchObject({
      [t('booking.calendar.overlaps.action')]: `/consultations/${existing.consultationId}`,
    })
  })
  test('a consultation too near cannot be rescheduled and says why', async () => {
    const { page } = await moving({})
    expect(page.links()).toEqual({ [t('care.move.back')]: '/consultations/c-1' })
    expect(page.buttons()).not.toContain(t('booking.calendar.pick'))
  })
  test('a time that the clinic cannot keep is not kept', async () => {
    const { page } = await chooseTime({ ...FAR, timesOfferedFor: FAR.startTime })
    expect(page.buttons()).not.toContain(t('care.move.keep'))
    expect(page.buttons()).toContain(t('care.move.notThis'))
  })
  test('a clinician who no longer offers the product is replaced by others', async () => {
    const { page } = await moving(FAR, [{ ...one, id: 'd-9' }])
    expect(page.hasMessage('booking.calendar.missing')).toBe(true)
    expect(Object.values(page.links()).join()).toContain('d-9')
  })
})

describe('a ringing call', () => {
  const call = {
    ...BOOKED_CONSULTATION,
    status: 'ACTIVE',
    videoCallId: 'v-1',
    callState: 'ringing',
  } as typeof BOOKED_CONSULTATION
  test('the call names the patient and is answered with or without a camera', async () => {
    setUpConsultation(call)
    const onAnswer = vi.fn()
    const child = { ...call, patient: { id: leoId, firstName: 'Leo' } }
    const page = await renderPatientScreen(<Ringing consultation={child} onAnswer={onAnswer} />)
    expect(page.hasMessage('care.call.for', { name: 'Leo' })).toBe(true)
    await page.click(t('care.call.answer'))
    await page.click(t('care.call.answerWithout'))
    expect(onAnswer.mock.calls).toEqual([[true], [false]])
  })
  test('a declined call can still be joined', async () => {
    const server = setUpConsultation(call)
    server.reply(declineCall, null)
    const page = await renderPatientScreen(<Ringing consultation={call} onAnswer={() => {}} />)
    await page.click(t('care.call.notNow'))
    expect(server.requestsTo(declineCall).map(({ path }) => path)).toEqual(['/v1/consultations/c-1/call-declined'])
    expect(page.buttons()).toEqual([t('care.call.enter')])
  })
  test('the call of the called person shows over every screen, and none without a call', async () => {
    const server = setUpConsultation(call)
    server.reply(listConsultations, ({ path }) => ({ items: path.includes(leoId) ? [] : [call] }))
    server.reply(getConsultation, call)
    const page = await renderPatientScreen(<IncomingCall />)
    expect(page.buttons()).toContain(t('care.call.answer'))
    await page.unmount()
    const quiet = setUpConsultation({ ...call, videoCallId: null })
    quiet.reply(listConsultations, { items: [{ ...call, videoCallId: null }] })
    expect((await renderPatientScreen(<IncomingCall />)).text()).toBe('')
  })
})
