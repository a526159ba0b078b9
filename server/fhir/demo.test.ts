import { getCapabilities, getEverything, searchFhir, searchFhirCalendar } from '@cuida/core/fhir/fhir-api.ts'
import { getPatientSummary } from '@cuida/core/fhir/summary-api.ts'
import { describe, expect, test } from 'vitest'
import { newSession } from '../access/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { fhirProblems } from './test-fhir-schema.ts'

type Bundle = { entry: { resource: { resourceType: string } }[] }

test('an invalid resource is found', () => {
  expect(fhirProblems({ resourceType: 'Patient', gender: 'woman', colour: 'red' }).length).toBeGreaterThan(1)
})

describe.each(['vida-ligera', 'bem-leve'])('the demo of %s', async (partner) => {
  const context = await createTestContext({ partner, demo: true })

  test('every resource of every demo patient is valid FHIR R4', async () => {
    const patients = await context.db<{ id: string; accountId: string }[]>`
      select p.id, coalesce(p.account_id, h.account_id) as "accountId"
      from patient p left join patient h on h.id = p.holder_id where p.deleted_at is null`
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
})
