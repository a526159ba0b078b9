import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSimulators, startSimulators } from '../test-simulators.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const sendHit = (fields: Record<string, string>) =>
  fetch(`${simulators.url}/simulators/matomo/matomo.php`, { method: 'POST', body: new URLSearchParams(fields) })
const HIT = { idsite: '1', rec: '1', url: 'https://clinic.example/', send_image: '0' }

test('a hit is accepted in the query and as a form', async () => {
  expect((await sendHit(HIT)).status).toBe(204)
  const { send_image: _, ...rest } = HIT
  const response = await fetch(`${simulators.url}/simulators/matomo/matomo.php?${new URLSearchParams(rest)}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(await (await fetch(`${simulators.url}/simulators/matomo/received`)).json()).toEqual([HIT, rest])
})

test.each([
  ['without a site', { idsite: '0' }],
  ['that is not to be recorded', { rec: '0' }],
  ['with an invalid visitor id', { _id: 'ana' }],
  ['without an address', { url: 'clinic' }],
  ['with half an event', { e_c: 'checkout' }],
  ['with an order without its items', { idgoal: '0', revenue: '29' }],
])('a hit %s is refused', async (_, wrong) => expect((await sendHit({ ...HIT, ...wrong })).status).toBe(400))
