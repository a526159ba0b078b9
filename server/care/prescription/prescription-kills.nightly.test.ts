import { cancelPrescription } from '@cuida/core/care/prescription/prescription-api.ts'
import { expect, test } from 'vitest'
import { forgetWaitingJobs, processesOf } from '../../checkout/payment/test-processes.ts'
import { prescriptionKillPoints } from '../../kit/jobs/kill-point.ts'
import { fileWorld } from '../../testing/test-worlds.ts'
import { sweepPrescriptions } from './prescription-jobs.ts'
import { type InCare, ITEM, inCare, inDays, issued, REASON, sign } from './test-prescriptions.ts'

/** Of a prescription: a power cut at every durable step, and then healthy processes. */
const tried: string[] = []
const signed: { care: InCare; id: string }[] = []
let cancelled = ''
const world = await fileWorld()
const processes = processesOf(world)

test.each(['prescription.before-commit', 'prescription.signed'] as const)(
  'the API dies at %s: the second try signs one [B3.15]',
  async (at) => {
    const care = await inCare(world)
    const key = crypto.randomUUID()
    const wish = { key, items: [ITEM], validUntil: inDays(30) }
    const api = await processes.doomedApi(at)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${care.clinician.token}` }
    const url = `${api.url}/v1/desk/consultations/${care.id}/prescriptions`
    await expect(fetch(url, { method: 'POST', headers, body: JSON.stringify(wish) })).rejects.toThrow()
    expect(await api.end).toBe('SIGKILL')
    const { body } = await sign(world, care, wish)
    expect(await world.db`select 1 from prescription where consultation_id = ${care.id}`).toHaveLength(1)
    signed.push({ care, id: body.id })
    tried.push(at)
  },
)

test('the worker dies when the provider has issued it', async () => {
  await forgetWaitingJobs(world)
  const care = await inCare(world)
  const end = processes.doomedWorker('prescription.issued-at-provider')
  signed.push({ care, id: (await sign(world, care)).body.id })
  expect(await end).toBe('SIGKILL')
  tried.push('prescription.issued-at-provider')
})

test('the worker dies when the provider has cancelled it', async () => {
  await forgetWaitingJobs(world)
  const care = await inCare(world)
  cancelled = await issued(world, care)
  const end = processes.doomedWorker('prescription.cancelled-at-provider')
  const wish = { id: care.id, prescriptionId: cancelled, reason: REASON }
  await world.tell(cancelPrescription, wish, { token: care.clinician.token })
  expect(await end).toBe('SIGKILL')
  tried.push('prescription.cancelled-at-provider')
})

test('every named step was tried', () => expect(tried.sort()).toEqual([...prescriptionKillPoints].sort()))

test('a healthy worker does what everybody asked for: one at the provider each, and the cancelled one is', async () => {
  await world.db`update prescription set changed_at = changed_at - interval '1 minute' where state in ('sending', 'cancelling')`
  // A worker's own sweep comes every 15 s.
  await sweepPrescriptions(world.services)
  processes.worker()
  const open = () => world.db`select 1 from prescription where state in ('sending', 'cancelling')`
  await expect.poll(open, { timeout: 45_000, interval: 300 }).toHaveLength(0)
  for (const { id } of signed) expect(await atProvider(id)).toEqual(['ISSUED'])
  expect(await atProvider(cancelled)).toEqual(['CANCELLED'])
})

async function atProvider(id: string): Promise<string[]> {
  const answer = await fetch(`${world.simulatorsUrl}/simulators/medikit/of/${id}`)
  return ((await answer.json()) as { status: string }[]).map(({ status }) => status)
}
