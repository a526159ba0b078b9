import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import messages from '../../../content/locales/en/care-record.json' with { type: 'json' }
import shared from '../../../content/locales/en/ui.json' with { type: 'json' }
import { AccessLogScreen } from './AccessLogScreen.tsx'
import { MedicalHistoryScreen } from './MedicalHistoryScreen.tsx'

const read = vi.hoisted(() => ({ recorded: vi.fn(), history: vi.fn(), accessLog: vi.fn() }))
vi.mock('./record-queries.ts', () => ({
  useRecordOwners: read.recorded,
  useHistory: read.history,
  useAccessLog: read.accessLog,
  useRequestEdit: vi.fn(),
  useDownloadSummary: () => ({ isPending: false, error: null }),
}))
vi.mock('../../kit/content/partner.tsx', () => ({ usePartner: () => ({ timeZone: 'Europe/Madrid' }) }))
vi.mock('../../profile/account/Identity.tsx', () => ({ Identity: () => null }))
vi.mock('../../kit/api.ts', () => ({ api: vi.fn(), session: {} }))

const ANA = { id: 'p1', emrId: 'e1', firstName: 'Ana', dateOfBirth: '1990-04-05', isDependant: false, place: 0 }
const waiting = { data: undefined, error: null, isError: false, isPending: true }
const failed = { ...waiting, error: new Error('down'), isError: true, isPending: false }

beforeAll(() => loadMessages('en', { ...shared, ...messages }))
beforeEach(() => read.recorded.mockReturnValue([ANA]))
const history = (emrId = 'e1') => renderToString(<MedicalHistoryScreen params={{ emrId }} />)
const accessLog = () => renderToString(<AccessLogScreen params={{ emrId: 'e1' }} />)

test('an empty record says so and accepts a request for a missing entry', () => {
  read.history.mockReturnValue({ ...waiting, data: { patientId: 'p1', entries: [], requests: [] } })
  expect(history()).toContain(messages['care.history.empty'])
  expect(history()).toContain(messages['care.history.ask'])
})

test('the health summary can be downloaded, also of an empty record', () => {
  read.history.mockReturnValue({ ...waiting, data: { patientId: 'p1', entries: [], requests: [] } })
  expect(history()).toContain(messages['care.history.summary'])
})

test('a record that failed to load is not shown as empty', () => {
  read.history.mockReturnValue(failed)
  expect(history()).not.toContain(messages['care.history.empty'])
  expect(history()).toContain('<button')
})

test("the URL of another account's record shows no data", () => {
  read.history.mockClear()
  expect(history('e2')).toContain(messages['care.history.gone'])
  expect(read.history).not.toHaveBeenCalled()
})

test("while the session is being checked, the screen does not claim that the record is another's", () => {
  read.recorded.mockReturnValue([])
  expect(history()).not.toContain(messages['care.history.gone'])
})

test('an empty access log says so, and a failed one does not', () => {
  read.accessLog.mockReturnValue({ ...waiting, isPending: false, data: { items: [] } })
  expect(accessLog()).toContain(messages['care.accessLog.empty'])
  read.accessLog.mockReturnValue(failed)
  expect(accessLog()).not.toContain(messages['care.accessLog.empty'])
})
