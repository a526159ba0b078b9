import {
  cancelPrescription,
  getPrescriptionAccess,
  listPrescriptions,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { expect, test } from 'vitest'
import { work } from '../../subscription/test-work.ts'
import { fileWorld } from '../../testing/test-worlds.ts'
import { atDesk, type InCare, ITEM, inCare, inDays, issued, REASON, sign } from './test-prescriptions.ts'

const world = await fileWorld()

/** The content says `none` from now on; what was done with a provider before is there. */
function leaveProvider(): void {
  world.services.providers.prescriptions = undefined
}

const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]

async function everyRefusal({ id, clinician: { token } }: InCare, prescriptionId: string) {
  const key = crypto.randomUUID()
  const told = [
    await world.tell(prescribe, { id, key, items: [ITEM], validUntil: inDays(30) }, { token }),
    await world.tell(openPrescriptionWindow, { id }, { token }),
    await world.tell(recordSigned, { id, providerId: 'anything' }, { token }),
    await world.tell(cancelPrescription, { id, prescriptionId, reason: REASON }, { token }),
  ]
  return told.map(answerOf)
}

test('a clinic without a provider prescribes nothing, and what was prescribed before is still read', async () => {
  const care = await inCare(world)
  const { patientId, token } = care.patient
  const id = await issued(world, care)
  const other = await inCare(world)
  const unsent = (await sign(world, other)).body.id
  leaveProvider()

  expect(await everyRefusal(care, id)).toEqual([
    ...[0, 1, 2].map(() => [409, 'NO_PRESCRIPTIONS']),
    [409, 'NOT_CANCELLABLE'],
  ])
  expect(await atDesk(world, care)).toMatchObject({ signing: 'nowhere', items: [{ id, mayCancel: false }] })
  expect((await world.tell(listPrescriptions, { patientId }, { token })).body.items).toMatchObject([{ id }])
  expect(answerOf(await world.tell(getPrescriptionAccess, { patientId, id }, { token }))).toEqual([409, 'NOT_ISSUED'])

  // What its provider never answered is nobody's to send: the queue neither ends in an error nor tries for ever.
  await work(world)
  expect(await world.db`select state from prescription where id = ${unsent}`).toEqual([{ state: 'sending' }])
})
