import { listEditRequests, listEmergencyAccesses } from '@cuida/core/care/record/desk-record-api.ts'
import { listOpenQuestions } from '@cuida/core/support/questions/desk-question-api.ts'
import { expect, test } from 'vitest'
import { insertClinician, insertPatient } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const MANY = 230

const context = await createTestContext()
const manager = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
const patientId = (await insertPatient(context)).patientId

const by = () => ({ token: manager.token })

// Work lists are not limited: a limit of a hundred once hid the rest.

test('every open question is listed, the one due first at the top', async () => {
  await context.db`
    insert into question (patient_id, key, topic, text, due_at)
    select ${patientId}, gen_random_uuid(), 'technical', 'How does it work?', clock_timestamp() + make_interval(hours => n)
    from generate_series(1, ${MANY}) n`
  const { items } = (await context.sendCall(listOpenQuestions, {}, by())).body
  expect(items).toHaveLength(MANY)
  const due = items.map(({ dueAt }) => dueAt)
  expect(due).toEqual(due.toSorted())
})

test('every open request to change a record is listed, the oldest first', async () => {
  await context.db`
    insert into edit_request (patient_id, section, text, created_at)
    select ${patientId}, 'allergy', 'I am allergic to number ' || n, clock_timestamp() - make_interval(hours => n)
    from generate_series(1, ${MANY}) n`
  const { items } = (await context.sendCall(listEditRequests, {}, by())).body
  expect(items).toHaveLength(MANY)
  expect(items[0]?.text).toContain(`number ${MANY}`)
})

test('every emergency access that waits for a review is listed, and the newest reviewed ones', async () => {
  const colleague = await insertClinician(context)
  const opened = (reviewed: boolean) => context.db`
    insert into break_glass (staff_id, patient_id, reason, opened_at, open_until, reviewed_by, reviewed_at, verdict, review)
    select ${colleague.staffId}, ${patientId}, 'Unconscious in the emergency room', at, at + interval '1 hour',
      case when ${reviewed} then ${manager.staffId}::uuid end, case when ${reviewed} then clock_timestamp() end,
      case when ${reviewed} then 'justified' end, case when ${reviewed} then 'It was an emergency' end
    from generate_series(1, ${MANY}) n, lateral (select clock_timestamp() - make_interval(hours => n) as at) t`
  await opened(false)
  await opened(true)
  const { items } = (await context.sendCall(listEmergencyAccesses, {}, by())).body
  expect(items.filter(({ reviewedAt }) => reviewedAt === null)).toHaveLength(MANY)
  expect(items.filter(({ reviewedAt }) => reviewedAt !== null)).toHaveLength(100)
  expect(items[0]?.openedAt && items[1] && items[0].openedAt < items[1].openedAt).toBe(true)
})
