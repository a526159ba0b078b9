import '@cuida/ui/client/session/test-window.ts'
import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { drawn, leo } from '../../kit/test-shown.ts'
import { IncomingCall } from '../call/IncomingCall.tsx'
import { Ringing } from '../call/Ringing.tsx'
import { BOOKED, caredFor, NOW } from '../test-consultation.ts'
import { RescheduleScreen } from './RescheduleScreen.tsx'

beforeEach(() => stopClock(NOW))

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

describe('another time', () => {
  async function moving(more: object = FAR, clinicians: object[] = [one]) {
    const server = caredFor(more)
    server.answer(listProductClinicians, { items: clinicians })
    server.answer(listSlots, {
      days: [
        { date: '2026-11-26', slots: [] },
        { date: '2026-11-27', slots: [free] },
      ],
      nextFree: free.startTime,
    })
    server.answer(rescheduleConsultation, {})
    return {
      server,
      page: await drawn(<RescheduleScreen params={{ id: 'c-1' }} />, { at: '/consultations/c-1/reschedule' }),
    }
  }
  async function chosen(more?: object) {
    const { page, server } = await moving(more)
    await page.press(/27 November/)
    await page.press(/10:00/)
    await page.press(t('care.move.to', { time: '10:00' }))
    return { page, server }
  }
  test('is asked once, with both, and keeps the old one until then', async () => {
    const { page, server } = await chosen()
    expect(server.heard(rescheduleConsultation)).toEqual([])
    expect(page.buttons()).toContain(t('care.move.keep'))
    await page.press(t('care.move.confirm'))
    expect(server.heard(rescheduleConsultation)).toMatchObject([
      { path: '/v1/consultations/c-1/schedule', body: { clinicianId: 'd-1', startTime: free.startTime } },
    ])
    expect(address()).toBe('/consultations/c-1?moved=true')
  })
  test('that somebody else took says so on the calendar', async () => {
    const { page, server } = await chosen()
    server.refuse(rescheduleConsultation, 'SLOT_TAKEN')
    await page.press(t('care.move.confirm'))
    expect(page.headings()).not.toContain(t('care.move.confirmTitle'))
    expect(address()).toBe('/consultations/c-1/reschedule')
  })
  test('of one that is too near is not to be had, and says why', async () => {
    const { page } = await moving({})
    expect(page.links()).toEqual({ [t('care.move.back')]: '/consultations/c-1' })
    expect(page.buttons()).not.toContain(t('booking.calendar.pick'))
  })
  test('of an hour that the clinic cannot keep keeps nothing', async () => {
    const { page } = await chosen({ ...FAR, timesOfferedFor: FAR.startTime })
    expect(page.buttons()).not.toContain(t('care.move.keep'))
    expect(page.buttons()).toContain(t('care.move.notThis'))
  })
  test('with who does not give it any more is offered with others', async () => {
    const { page } = await moving(FAR, [{ ...one, id: 'd-9' }])
    expect(page.says('booking.calendar.missing')).toBe(true)
    expect(Object.values(page.links()).join()).toContain('d-9')
  })
})

describe('a call that rings', () => {
  const call = { ...BOOKED, status: 'ACTIVE', videoCallId: 'v-1', callState: 'ringing' } as typeof BOOKED
  test('says for whom it is, and is answered with a camera or without', async () => {
    caredFor(call)
    const onAnswer = vi.fn()
    const child = { ...call, patient: { id: leo, firstName: 'Leo' } }
    const page = await drawn(<Ringing consultation={child} onAnswer={onAnswer} />)
    expect(page.says('care.call.for', { name: 'Leo' })).toBe(true)
    await page.press(t('care.call.answer'))
    await page.press(t('care.call.answerWithout'))
    expect(onAnswer.mock.calls).toEqual([[true], [false]])
  })
  test('is put off, and the way in stays', async () => {
    const server = caredFor(call)
    server.answer(declineCall, null)
    const page = await drawn(<Ringing consultation={call} onAnswer={() => {}} />)
    await page.press(t('care.call.notNow'))
    expect(server.heard(declineCall).map(({ path }) => path)).toEqual(['/v1/consultations/c-1/call-declined'])
    expect(page.buttons()).toEqual([t('care.call.enter')])
  })
  test('over every screen is that of whoever is called now, and none where nobody is', async () => {
    const server = caredFor(call)
    server.answer(listConsultations, ({ path }) => ({ items: path.includes(leo) ? [] : [call] }))
    server.answer(getConsultation, call)
    const page = await drawn(<IncomingCall />)
    expect(page.buttons()).toContain(t('care.call.answer'))
    await page.leave()
    const quiet = caredFor({ ...call, videoCallId: null })
    quiet.answer(listConsultations, { items: [{ ...call, videoCallId: null }] })
    expect((await drawn(<IncomingCall />)).text()).toBe('')
  })
})
