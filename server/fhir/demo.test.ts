import {
  getCapabilities,
  getEverything,
  readFhir,
  readFhirCalendar,
  searchFhir,
  searchFhirCalendar,
} from '@cuida/core/fhir/fhir-api.ts'
import { getPatientSummary } from '@cuida/core/fhir/summary-api.ts'
import { describe, expect, test } from 'vitest'
import { newSession } from '../access/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { fhirProblems } from './test-fhir-schema.ts'

type Bundle = { entry: { resource: { resourceType: string } }[] }

test('an invalid resource is found', () => {
  expect(fhirProblems({ resourceType: 'Patient', gender: 'woman', colour: 'red' }).length).toBeGreaterThan(1)
})

/** All literal references in a resource, at any depth. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = 'reference' in value && typeof value.reference === 'string' ? [value.reference] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}

describe.each(['vida-ligera', 'bem-leve'])('the demo of %s', async (partner) => {
  const context = await createTestContext({ partner, demo: true })

  const findPatients = () => context.db<{ id: string; accountId: string }[]>`
      select p.id, coalesce(p.account_id, h.account_id) as "accountId"
      from patient p left join patient h on h.id = p.holder_id where p.deleted_at is null`

  test('every resource of every demo patient is valid FHIR R4', async () => {
    const patients = await findPatients()
    const problems = new Set<string>()
    let count = 0
    for (const { id, accountId } of patients) {
      const { token } = await newSession(context, accountId)
      const replies: { status: number; body: unknown }[] = [
        await context.sendCall(getEverything, { id }, { token }),
        await context.sendCall(getPatientSummary, { id }, { token }),
      ]
      for (const [type, search] of Object.entries(searchFhir))
        replies.push(await context.sendCall(search, type === 'Patient' ? { _id: id } : { patient: id }, { token }))
      for (const { status, body } of replies) {
        // A dependant who came of age has no account of their own yet.
        if (status === 404) continue
        expect(status).toBe(200)
        for (const problem of fhirProblems(body)) problems.add(problem)
        count += (body as Bundle).entry.length
      }
    }
    expect([...problems]).toEqual([])
    expect(count).toBeGreaterThan(50)
  }, 60_000)

  test('the calendar and the CapabilityStatement are valid FHIR R4', async () => {
    const clinicians = await context.db<{ id: string }[]>`select id from clinician order by id limit 3`
    const problems = new Set<string>()
    for (const [type, search] of Object.entries(searchFhirCalendar)) {
      const found = []
      for (const { id } of type === 'Slot' ? clinicians : [{ id: undefined }]) {
        const { status, body } = await context.sendCall(search, id ? { schedule: id } : {})
        expect([type, status]).toEqual([type, 200])
        found.push(body)
      }
      for (const body of found) for (const problem of fhirProblems(body)) problems.add(problem)
      expect([type, found.flatMap((body) => (body as unknown as Bundle).entry).length > 0]).toEqual([type, true])
    }
    const { body } = await context.sendCall(getCapabilities, {})
    expect([...problems, ...fhirProblems(body)]).toEqual([])
  })

  test('every reference resolves, also after all clinicians have left', async () => {
    await context.db`update staff set status = 'blocked' where clinician_id is not null`
    const reads = { ...readFhir, ...readFhirCalendar }
    const unresolved = new Set<string>()
    const types = new Set<string>()
    for (const { id, accountId } of await findPatients()) {
      const { token } = await newSession(context, accountId)
      const { status, body } = await context.sendCall(getEverything, { id }, { token })
      if (status === 404) continue
      for (const reference of new Set(referencesIn(body))) {
        const [type = '', referenced = ''] = reference.split('/')
        types.add(type)
        const reply = await context.sendCall(reads[type as keyof typeof reads], { id: referenced }, { token })
        if (reply.status !== 200) unresolved.add(reference)
      }
    }
    expect([...unresolved]).toEqual([])
    expect([...types].sort()).toEqual(expect.arrayContaining(['Encounter', 'Organization', 'Patient', 'Practitioner']))
  }, 60_000)

  test('a search, which is public, never lists clinicians who have left', async () => {
    const totalOf = async (query: { active?: string }) =>
      (await context.sendCall(searchFhirCalendar.Practitioner, query)).body.total
    expect([await totalOf({}), await totalOf({ active: 'true' }), await totalOf({ active: 'false' })]).toEqual([
      0, 0, 0,
    ])
  })
})
