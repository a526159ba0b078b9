import { listGuestsAtDesk, removeGuestAtDesk } from '@cuida/core/care/guest/guest-api.ts'
import {
  cancelConsultation,
  closeConsultation,
  getDeskConsultation,
  recordCall,
  saveDraft,
} from '@cuida/core/care/queue/desk-api.ts'
import { requeue } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { amendNote, breakGlass, getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { getColleagues, transferConsultation } from '@cuida/core/care/sharing/transfer-api.ts'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { formatClinicDate } from '../kit/clinic-time.ts'
import { renderDeskScreen, TEST_STAFF } from '../test-desk-screen.ts'
import { ConsultationDetail } from './queue/ConsultationDetail.tsx'
import {
  ANA,
  EMPTY_STATEMENTS,
  HELD_CONSULTATION,
  renderAtDesk,
  TEST_RECORD,
  TEST_TIME,
  WAITING_CONSULTATION,
} from './test-care.ts'

beforeEach(() => freezeTime(TEST_TIME))

async function detail(more: object = HELD_CONSULTATION, role?: Parameters<typeof renderAtDesk>[1]) {
  const server = renderAtDesk(more, role)
  const onAttend = vi.fn()
  const onClosed = vi.fn()
  const element = <ConsultationDetail id="c-1" taking={false} onAttend={onAttend} onClosed={onClosed} />
  return { server, onAttend, onClosed, page: await renderDeskScreen(element, { at: '/consultations/c-1' }) }
}
const ATTEND = () => t('desk.take.attend')
const action = (type: string, more: object = {}) => ({
  type,
  createdAt: TEST_TIME,
  user: { role: 'CLINICIAN' },
  ...more,
})
const note = { id: 'n-1', text: 'Rest.', signedAt: TEST_TIME, author: TEST_STAFF.name, amends: null, reason: null }

describe('a consultation that I have not taken', () => {
  test('a clinician can attend a waiting patient', async () => {
    const { page, onAttend } = await detail(WAITING_CONSULTATION)
    await page.click(ATTEND())
    expect(onAttend).toHaveBeenCalledExactlyOnceWith('c-1')
    expect(page.fields()).toEqual([])
  })
  test.each([
    ['a colleague holds the patient', { ...WAITING_CONSULTATION, status: 'ACTIVE' }, 'desk.take.taken'],
    ['a colleague writes the notes', { ...WAITING_CONSULTATION, status: 'CLOSING' }, 'desk.take.taken'],
    ['the consultation is over', { ...WAITING_CONSULTATION, status: 'CLOSED' }, 'desk.take.over'],
  ])('a clinician cannot attend when %s', async (_, more, text) => {
    const { page } = await detail(more)
    expect(page.buttons()).not.toContain(ATTEND())
    expect(page.hasMessage(text)).toBe(true)
  })
  test('a clinician can attend when the holder has left', async () =>
    expect((await detail({ ...WAITING_CONSULTATION, status: 'ACTIVE', leftBy: 'Juan' })).page.buttons()).toContain(
      ATTEND(),
    ))
  test('an own appointment can be attended some minutes before its start, and the panel says from when', async () => {
    const { page } = await detail({ ...WAITING_CONSULTATION, queueColumn: 'agenda', startTime: '2026-11-26T12:00:00Z' })
    expect(page.buttons()).not.toContain(ATTEND())
  })
  test('the record is not fetched, because each read is audited', async () => {
    const { server, page } = await detail(WAITING_CONSULTATION)
    expect(server.requestsTo(getRecord)).toEqual([])
    await page.unmount()
    expect((await detail(HELD_CONSULTATION)).server.requestsTo(getRecord).length).toBeGreaterThan(0)
  })
  test('neither call, notes nor guest are offered', async () => {
    const { page } = await detail(WAITING_CONSULTATION)
    for (const key of ['desk.call.start.video', 'desk.close.open', 'desk.transfer.open'])
      expect(page.buttons()).not.toContain(t(key))
  })
  test('a consultation that is gone shows a message and no patient data', async () => {
    const { page, server } = await detail(HELD_CONSULTATION)
    server.refuse(getDeskConsultation, 'CONSULTATION_NOT_FOUND', 404)
    await advanceTime(5_000)
    expect(page.text()).not.toContain('Ruiz')
  })
})

describe('the call panel', () => {
  const start = (medium: string) => t(`desk.call.start.${medium}`)
  test('the patient’s medium comes first: the phone for patients who wait by phone', async () => {
    const order = async (more: object) => {
      const { page } = await detail({ ...HELD_CONSULTATION, ...more })
      const at = (medium: string) => page.buttons().indexOf(start(medium))
      const first = at('video') < at('phone') ? 'video' : 'phone'
      await page.unmount()
      return first
    }
    expect(await order({})).toBe('video')
    expect(await order({ contactMethod: 'phone' })).toBe('phone')
    expect(await order({ isAway: true })).toBe('phone')
  })
  test('starting a call sends one request', async () => {
    const { page, server } = await detail()
    server.reply(recordCall, null)
    await page.click(start('video'))
    expect(server.requestsTo(recordCall)).toMatchObject([{ body: { medium: 'video', event: 'started' } }])
  })
  test('the third unanswered call ends the consultation, after a dialog about the refund', async () => {
    const missed = [action('UNASSIGNED'), action('UNASSIGNED'), action('ASSIGNED'), action('PHONE_CALL_STARTED')]
    const earlier = missed.map((one) => ({ ...one, createdAt: '2026-11-26T09:00:00Z' }))
    const on = { ...HELD_CONSULTATION, missedCalls: 2, callMedium: 'phone', callState: 'ringing', actions: earlier }
    const { page, server } = await detail({ ...on, missedCallsPaidBack: true })
    server.reply(recordCall, null)
    await page.click(t('desk.call.failed'))
    expect(server.requestsTo(recordCall)).toEqual([])
    expect(page.hasMessage('desk.call.lastMiss.paidBack')).toBe(true)
    await page.click(t('desk.call.lastMiss.confirm'))
    expect(server.requestsTo(recordCall)).toMatchObject([{ body: { medium: 'phone', event: 'failed' } }])
    await page.unmount()
    const { page: activePage } = await detail(on)
    await activePage.click(t('desk.call.failed'))
    expect(activePage.hasMessage('desk.call.lastMiss.kept')).toBe(true)
  })
  test('after a call the patient can be called again, and “we talked” can be undone for some seconds only', async () => {
    const { page } = await detail({ ...HELD_CONSULTATION, status: 'CLOSING' })
    expect(page.buttons()).toContain(t('desk.call.again.video'))
    expect(page.buttons()).not.toContain(t('desk.call.takeBack'))
  })
})

describe('closing a consultation', () => {
  const OPEN = () => t('desk.close.open')
  test('closing requires notes', async () => {
    const { page, server } = await detail()
    await page.click(OPEN())
    expect(page.hasMessage('desk.notes.problem.empty')).toBe(true)
    expect(server.requestsTo(closeConsultation)).toEqual([])
  })
  const talked = [action('ASSIGNED'), action('VIDEO_CALL_STARTED', { joined: true }), action('VIDEO_CALL_COMPLETED')]
  const draftState = { draft: { text: 'Rest.', privateText: '', version: 1 } }
  test('closing signs the current notes with the outcome', async () => {
    const { page, server, onClosed } = await detail({
      ...HELD_CONSULTATION,
      ...draftState,
      status: 'CLOSING',
      actions: talked,
    })
    server.reply(closeConsultation, null)
    await page.click(OPEN())
    expect(server.requestsTo(closeConsultation)).toEqual([])
    await page.click(t('desk.close.confirm'))
    expect(server.requestsTo(closeConsultation)).toMatchObject([{ body: { text: 'Rest.', outcome: 'completed' } }])
    expect(onClosed.mock.calls).toEqual([['Ana Ruiz']])
  })
  test('“completed” is refused before a talk, and an outcome is required', async () => {
    const { page, server } = await detail({ ...HELD_CONSULTATION, ...draftState })
    await page.click(OPEN())
    await page.click(t('desk.close.confirm'))
    expect(page.hasMessage('desk.close.REQUIRED')).toBe(true)
    await page.click(t('desk.close.completed'))
    await page.click(t('desk.close.confirm'))
    expect(server.requestsTo(closeConsultation)).toEqual([])
    expect(page.hasMessage('desk.close.early')).toBe(true)
  })
  test('notes that another window changed are not overwritten', async () => {
    const { page, server } = await detail()
    server.refuse(saveDraft, 'CHANGED_MEANWHILE')
    server.reply(getDeskConsultation, { ...HELD_CONSULTATION, draft: { text: 'Theirs', privateText: '', version: 7 } })
    await page.fill(t('desk.notes.label'), 'Mine')
    await advanceTime(5_000)
    expect(page.buttons()).toEqual(expect.arrayContaining([t('desk.notes.keepMine'), t('desk.notes.takeTheirs')]))
    await page.click(t('desk.notes.takeTheirs'))
    expect(page.value(t('desk.notes.label'))).toBe('Theirs')
  })
  test('the author of a signed note can amend it with a reason', async () => {
    const notes = [note, { ...note, id: 'n-2', author: 'Juan' }, { ...note, id: 'n-3', amends: 'n-1', reason: 'x' }]
    const { page, server } = await detail({ ...WAITING_CONSULTATION, status: 'CLOSED', notes })
    server.reply(amendNote, null)
    expect(page.buttons().filter((name) => name === t('desk.amend.open'))).toHaveLength(1)
    await page.click(t('desk.amend.open'))
    await page.fill(t('desk.amend.addendum'), 'And water.')
    await page.click(t('desk.amend.sign'))
    expect(server.requestsTo(amendNote)).toEqual([])
    await page.fill(t('desk.record.reason'), 'Forgotten')
    await page.click(t('desk.amend.sign'))
    expect(server.requestsTo(amendNote)).toMatchObject([
      { path: '/v1/desk/consultations/c-1/notes/n-1/amendments', body: { text: 'And water.', reason: 'Forgotten' } },
    ])
  })
})

describe('giving up a consultation', () => {
  test('a consultation is transferred to a chosen colleague with a reason', async () => {
    const { page, server } = await detail()
    const items = [{ clinicianId: 'd-2', name: 'Juan', specialty: 'GP', attending: 1 }]
    server.reply(getColleagues, { items })
    server.reply(transferConsultation, null)
    await page.click(t('desk.transfer.open'))
    await page.click(t('desk.transfer.confirm'))
    expect(server.requestsTo(transferConsultation)).toEqual([])
    await page.click('Juan')
    await page.click(t('desk.transfer.confirm'))
    expect(page.hasMessage('desk.transfer.reason.REQUIRED')).toBe(true)
    await page.click(t('desk.transfer.reason.SHIFT_ENDS'))
    await page.click(t('desk.transfer.confirm'))
    expect(server.requestsTo(transferConsultation)).toMatchObject([
      { body: { clinicianId: 'd-2', reason: 'SHIFT_ENDS' } },
    ])
  })
  test('a consultation taken by mistake can be requeued until the first call', async () => {
    const { page, server } = await detail({ ...HELD_CONSULTATION, actions: [action('ASSIGNED')] })
    server.reply(requeue, null)
    await page.click(t('desk.requeue.open'))
    expect(server.requestsTo(requeue)).toHaveLength(1)
    await page.unmount()
    const called = [action('ASSIGNED'), action('VIDEO_CALL_STARTED', { joined: true })]
    const { page: late } = await detail({
      ...HELD_CONSULTATION,
      callState: 'ongoing',
      callMedium: 'video',
      actions: called,
    })
    expect(late.buttons()).not.toContain(t('desk.requeue.open'))
  })
  test('a consultation with unsaved notes is not transferred', async () => {
    const { page, server } = await detail()
    server.reply(getColleagues, { items: [{ clinicianId: 'd-2', name: 'Juan', specialty: 'GP', attending: 1 }] })
    server.refuse(saveDraft, 'UNEXPECTED', 500)
    await page.fill(t('desk.notes.label'), 'Not saved')
    await page.click(t('desk.transfer.open'))
    await page.click('Juan')
    await page.click(t('desk.transfer.reason.SHIFT_ENDS'))
    await page.click(t('desk.transfer.confirm'))
    expect(server.requestsTo(transferConsultation)).toEqual([])
    expect(page.hasMessage('desk.transfer.unsaved')).toBe(true)
  })
  test.each(['ACTIVE by a colleague', 'CLOSED'])(
    'a clinician cannot cancel a consultation that is not theirs (%s)',
    async (is) => {
      const status = is === 'CLOSED' ? 'CLOSED' : 'ACTIVE'
      const { page } = await detail({ ...WAITING_CONSULTATION, status })
      expect(page.buttons()).not.toContain(t('desk.cancel.open'))
    },
  )
  test('actions that end a consultation are collapsed, and hidden during a call', async () => {
    const { page } = await detail()
    const cancel = page.buttons().indexOf(t('desk.cancel.open'))
    expect(cancel).toBe(page.buttons().length - 1)
    const folded = [...document.querySelectorAll('details:not([open])')].map((each) => each.textContent)
    expect(folded.at(-1)).toContain(t('desk.cancel.open'))
    await page.unmount()
    const started = [action('ASSIGNED'), action('PHONE_CALL_STARTED')]
    const { page: calling } = await detail({
      ...HELD_CONSULTATION,
      callMedium: 'phone',
      callState: 'ongoing',
      actions: started,
    })
    expect(calling.buttons()).not.toContain(t('desk.cancel.open'))
  })
  test('cancelling requires a reason', async () => {
    const { page, server } = await detail()
    server.reply(cancelConsultation, null)
    await page.click(t('desk.cancel.open'))
    // Two identifiers show before the irreversible action.
    expect(page.text()).toContain(`Ana Ruiz · ${formatDate('1990-05-01')}`)
    await page.click(t('desk.cancel.confirm'))
    expect(server.requestsTo(cancelConsultation)).toEqual([])
    expect(page.hasMessage('desk.cancel.reason.REQUIRED')).toBe(true)
  })
})

describe('the panels of the consultation', () => {
  const safety = async (record: object, consultation: object = HELD_CONSULTATION) => {
    const server = renderAtDesk(consultation)
    server.reply(getRecord, { ...TEST_RECORD, ...record })
    return renderDeskScreen(<ConsultationDetail id="c-1" taking={false} onAttend={() => {}} onClosed={() => {}} />)
  }
  const penicillin = {
    id: 'e-1',
    kind: 'allergy',
    text: 'Penicillin',
    severity: 'anaphylaxis',
    status: 'active',
    earlier: [],
  }
  const withAllergies = (allergies: object) => ({ statements: { ...EMPTY_STATEMENTS, allergies } })
  const at = '2026-11-20T10:00:00Z'
  test('an unanswered allergy question never shows as "none"', async () => {
    expect((await safety({})).hasMessage('desk.safety.not-asked')).toBe(true)
    const unanswered = await safety(withAllergies({ state: 'not-answered', text: null, at: null }))
    expect(unanswered.hasMessage('desk.safety.not-answered')).toBe(true)
    const none = await safety(withAllergies({ state: 'none-known', text: null, at }))
    expect(none.text()).toContain(t('desk.safety.none-known.allergies', { day: formatClinicDate(at) }))
  })
  test('the record’s allergies show at the name, with the patient’s own statement', async () => {
    const page = await safety({ entries: [penicillin], ...withAllergies({ state: 'none-known', text: null, at }) })
    expect(page.text()).toContain(`Penicillin · ${t('care.record.severity.anaphylaxis')}`)
    expect(page.text()).toContain(t('desk.safety.none-known.allergies', { day: formatClinicDate(at) }))
  })
  test('a clinician who does not hold the patient sees the booking’s answers and no record', async () => {
    const page = await safety(
      { entries: [penicillin] },
      { ...WAITING_CONSULTATION, ...withAllergies({ state: 'listed', text: 'Latex', at }) },
    )
    expect(page.text()).toContain(t('desk.safety.listed', { text: 'Latex', day: formatClinicDate(at) }))
    expect(page.text()).not.toContain('Penicillin')
  })
  test('a record that failed to load shows no statement about allergies', async () => {
    const server = renderAtDesk()
    server.refuse(getRecord, 'UNEXPECTED', 500)
    const page = await renderDeskScreen(
      <ConsultationDetail id="c-1" taking={false} onAttend={() => {}} onClosed={() => {}} />,
    )
    expect(page.text()).not.toContain(t('desk.safety.allergies'))
  })
  test('a closed record is opened in an emergency with a long enough reason', async () => {
    const { page, server } = await detail(WAITING_CONSULTATION)
    server.refuse(getRecord, 'PATIENT_NOT_FOUND', 404)
    server.reply(breakGlass, { patientId: ANA.id })
    await page.click(t('desk.tab.record'))
    expect(page.hasMessage('desk.record.closed', { name: 'Ana' })).toBe(true)
    await page.click(t('desk.record.emergency.open'))
    await page.fill(t('desk.record.emergency.reason'), 'Too short')
    await page.click(t('desk.record.emergency.confirm'))
    expect(server.requestsTo(breakGlass)).toEqual([])
    await page.fill(t('desk.record.emergency.reason'), 'Unconscious, brought in by the police')
    await page.click(t('desk.record.emergency.confirm'))
    expect(server.requestsTo(breakGlass)).toMatchObject([
      { body: { phone: '+34612345678', dateOfBirth: '1990-05-01', firstName: 'Ana' } },
    ])
  })
  test('a guest joins with the patient’s consent and can be removed', async () => {
    const server = renderAtDesk()
    const guest = { id: 'g-1', name: 'Ines', kind: 'companion', state: 'asked' }
    server.reply(listGuestsAtDesk, { items: [guest], mayInvite: true })
    server.reply(removeGuestAtDesk, null)
    const page = await renderDeskScreen(
      <ConsultationDetail id="c-1" taking={false} onAttend={() => {}} onClosed={() => {}} />,
    )
    expect(page.buttons()).not.toContain(t('desk.guest.invite'))
    await page.click(t('desk.guest.takeBack'))
    expect(server.requestsTo(removeGuestAtDesk).map(({ path }) => path)).toEqual([
      '/v1/desk/consultations/c-1/guests/g-1',
    ])
  })
  test('the transferring colleague is named until the consultation starts', async () => {
    const transfer = { by: 'Juan', reason: 'OTHER_EXPERTISE' }
    const { page } = await detail({ ...HELD_CONSULTATION, transfer })
    expect(page.hasMessage('desk.transfer.from', { colleague: 'Juan' })).toBe(true)
    await page.unmount()
    const { page: called } = await detail({ ...HELD_CONSULTATION, transfer, callState: 'ringing', callMedium: 'phone' })
    expect(called.hasMessage('desk.transfer.from', { colleague: 'Juan' })).toBe(false)
  })
})
