import { blockPerson, getPerson, searchPeople, unblockPerson } from '@cuida/core/access/people/people-api.ts'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import type { World } from '../../testing/test-world.ts'

export const REASON = 'The patient asked for it on the phone'

interface Person {
  kind: 'patient' | 'staff'
  id: string
}
export const patient = (id: string) => ({ kind: 'patient' as const, id })
export const colleague = ({ staffId }: TestClinician) => ({ kind: 'staff' as const, id: staffId })
export const by = ({ token }: { token: string }) => ({ token })

export const newManager = (world: World) => insertClinician(world, { role: 'clinical-manager', isClinician: false })

/** What a manager does at the desk, in a word each. */
export const managing = (world: World, manager: TestClinician) => ({
  find: (query: string, who = manager) => world.tell(searchPeople, { query }, by(who)),
  see: (person: Person, who = manager) => world.tell(getPerson, person, by(who)),
  block: (person: Person, reason = REASON, who = manager) => world.tell(blockPerson, { ...person, reason }, by(who)),
  unblock: (person: Person) => world.tell(unblockPerson, { ...person, reason: REASON }, by(manager)),
  /** What the audit holds about a person, the oldest first. */
  recordOf: (id: string) => world.db`
    select act, reason, staff_id as "staffId", detail from audit where subject_id = ${id} order by seq`,
})
