import { unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { describe, expect, test } from 'vitest'
import { CALENDARS_PER_ADDRESS } from '../../kit/session/change-events.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { releaseExpiredHolds } from '../jobs.ts'
import {
  createSecondProcess,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newPatient,
  productFor,
} from '../test-people.ts'

const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))
const product = await productFor(context, 'scheduled')
const clinicianId = await newClinician(context, product)
const url = await context.app.listen({ port: 0, host: '127.0.0.1' })

const watchPath = (path: string, signal?: AbortSignal) => fetch(`${url}/v1/schedule/${path}`, { signal })
const watch = (id: string, signal?: AbortSignal) => watchPath(`clinician/${id}/events`, signal)

/**
 * What the event stream of this calendar sends to a guest until `until` has run and a change event has come, or one
 * second has passed.
 */
async function collectEvents(
  id: string,
  until: () => Promise<unknown>,
  path = `clinician/${id}/events`,
): Promise<string> {
  const stop = new AbortController()
  const { body } = await watchPath(path, stop.signal)
  let text = ''
  const reading = (async () => {
    for await (const part of body ?? []) {
      text += new TextDecoder().decode(part)
      if (text.includes('changed')) return
    }
  })().catch(() => undefined)
  await until()
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 1_000))])
  stop.abort()
  return text
}

describe('change events of a calendar [B2.5]', () => {
  async function held() {
    const ana = await newPatient(context)
    const sessionKey = await newCart(context, ana, product)
    const [time] = await listOfferedTimes(context, clinicianId, product)
    if (!time) throw new Error('the clinician has no free slot')
    const take = () => lockTestSlot(other, ana, { id: clinicianId, productId: product.id, sessionKey, ...time })
    return { ana, sessionKey, take }
  }

  test('a time taken on another process sends a change event and no details', async () => {
    const { take, ana, sessionKey } = await held()
    const text = await collectEvents(clinicianId, take)
    expect(text).toBe(': hello\n\nevent: changed\ndata: {"topics":["clinician"]}\n\n')
    await other.sendCall(unlockSlot, { id: clinicianId, sessionKey }, { token: ana.token })
  })

  test('a released time sends a change event', async () => {
    const { take, ana, sessionKey } = await held()
    await take()
    const back = () => other.sendCall(unlockSlot, { id: clinicianId, sessionKey }, { token: ana.token })
    expect(await collectEvents(clinicianId, back)).toContain('changed')
  })

  test('an expired hold sends a change event', async () => {
    const { take } = await held()
    await take()
    await context.db`update slot_hold set expires_at = clock_timestamp() where state = 'held'`
    expect(await collectEvents(clinicianId, () => releaseExpiredHolds(other.services))).toContain('changed')
  })

  test('a time taken from one of several clinicians sends a change event', async () => {
    const { take } = await held()
    const several = `events?clinicians=${await newClinician(context, product)},${clinicianId}`
    expect(await collectEvents(clinicianId, take, several)).toContain('changed')
  })

  test('another clinician’s changes send nothing', async () => {
    const { take } = await held()
    expect(await collectEvents(await newClinician(context, product), take)).toBe(': hello\n\n')
  })
})

test('the connection ends with its stream: open streams do not keep a server from stopping', async () => {
  const stop = new AbortController()
  const { headers } = await watch(clinicianId, stop.signal)
  stop.abort()
  expect(headers.get('connection')).toBe('close')
})

test('an unknown id is not found', async () => {
  expect((await watch('everybody')).status).toBe(404)
  expect((await watchPath('events')).status).toBe(404)
  expect((await watchPath(`events?clinicians=${clinicianId},everybody`)).status).toBe(404)
})

test('one address has a limited number of streams, other addresses still get one, and so does the first after it closes some', async () => {
  const stop = new AbortController()
  const streams = await Promise.all(
    Array.from({ length: CALENDARS_PER_ADDRESS }, () => watch(clinicianId, stop.signal)),
  )
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const refused = await watch(clinicianId)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  stop.abort()
  await expect.poll(async () => (await watch(clinicianId, AbortSignal.timeout(500))).status).toBe(200)
})
