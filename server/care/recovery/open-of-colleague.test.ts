import { takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { getOpenConsultations } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'

const context = await createTestContext()

const waits = async (booked?: { clinicianId: string | null; inMinutes: number }) => {
  const { patientId } = await insertPatient(context)
  return insertConsultation(context, { patientId, ...(booked ? { booked } : {}) })
}
const openOf = ({ staffId }: TestClinician, by: TestClinician) =>
  context.sendCall(getOpenConsultations, { staffId }, { token: by.token })

test('a manager sees what a colleague holds and has booked on any day, and nobody else’s [C10.3]', async () => {
  const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  const marta = await insertClinician(context)
  const eva = await insertClinician(context)
  const held = await waits()
  const others = await waits()
  for (const [id, { token }] of [[held, marta] as const, [others, eva] as const])
    await context.sendCall(takeConsultation, { id }, { token })
  const ahead = await waits({ clinicianId: marta.clinicianId, inMinutes: 3 * 1_440 })
  await waits()
  const { items } = (await openOf(marta, office)).body
  expect(items.map(({ id }) => id).sort()).toEqual([held, ahead].sort())
  expect(await openOf(marta, eva)).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
})
