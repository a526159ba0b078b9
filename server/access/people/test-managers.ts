import { blockPerson, getPerson, searchPeople, unblockPerson } from '@cuida/core/access/people/people-api.ts'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import { withReasons } from '../../testing/test-audit.ts'
import type { TestContext } from '../../testing/test-context.ts'

export const ACTION_REASON = 'The patient asked for it on the phone'

interface Person {
  kind: 'patient' | 'staff'
  id: string
}
export const patientRef = (id: string) => ({ kind: 'patient' as const, id })
export const staffRef = ({ staffId }: TestClinician) => ({ kind: 'staff' as const, id: staffId })
export const tokenOf = ({ token }: { token: string }) => ({ token })

export const insertManager = (context: TestContext) =>
  insertClinician(context, { role: 'clinical-manager', isClinician: false })

export const createManagerActions = (context: TestContext, manager: TestClinician) => ({
  find: (query: string, staff = manager) => context.sendCall(searchPeople, { query }, tokenOf(staff)),
  see: (person: Person, staff = manager) => context.sendCall(getPerson, person, tokenOf(staff)),
  block: (person: Person, reason = ACTION_REASON, staff = manager) =>
    context.sendCall(blockPerson, { ...person, reason }, tokenOf(staff)),
  unblock: (person: Person) => context.sendCall(unblockPerson, { ...person, reason: ACTION_REASON }, tokenOf(manager)),
  recordOf: (id: string) =>
    withReasons(
      context.db,
      context.db`
    select act, reason, staff_id as "staffId", detail from audit where subject_id = ${id} order by seq`,
    ),
})
