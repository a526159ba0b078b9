import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertCall } from '../test-people.ts'
import { openCall, openSocket } from './test-caller.ts'
import { buyClinicianTicket, buyPatientTicket } from './test-participants.ts'

const context = await createTestContext({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
await context.app.listen({ port: 0, host: '127.0.0.1' })

const CROWD = 500
/** Sockets that never send a message and reconnect when they are cut off. */
function crowd(sourceOf: (at: number) => string) {
  let isOver = false
  let arrivalCount = 0
  const lane = async (at: number) => {
    while (!isOver) {
      const headers = { 'x-forwarded-for': sourceOf(at) }
      const caller = await openSocket(context.app, { headers }).catch(() => undefined)
      arrivalCount++
      await (caller?.closed ?? sleep(200))
    }
  }
  const lanes = Array.from({ length: CROWD }, (_, at) => lane(at))
  return {
    whole: () => expect.poll(() => arrivalCount, { timeout: 60_000 }).toBeGreaterThanOrEqual(CROWD),
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

describe.each([
  ['from one address', () => '203.0.113.1'],
  ['from many addresses', (at: number) => `203.0.${Math.floor(at / 5)}.${at % 5}`],
])('five hundred sockets without a ticket, %s', (_, sourceOf) => {
  test('participants can still join a call', async () => {
    const { id, patient, clinician } = await insertCall(context)
    const pendingSockets = crowd(sourceOf)
    try {
      await pendingSockets.whole()
      const marta = await openCall(context.app, await buyClinicianTicket(context, id, clinician))
      await marta.next('joined')
      const ana = await openCall(context.app, await buyPatientTicket(context, id, patient))
      expect((await ana.next('joined')).peerPresent).toBe(true)
      ana.say({ type: 'media', mic: true, camera: false })
      await marta.next('media')
    } finally {
      await pendingSockets.stop()
    }
  }, 120_000)
})

test('an address that uses up its own connections does not lock out a participant behind it', async () => {
  const { id, clinician } = await insertCall(context)
  const pendingSockets = crowd(() => '127.0.0.1')
  try {
    await pendingSockets.whole()
    await (await openCall(context.app, await buyClinicianTicket(context, id, clinician))).next('joined')
  } finally {
    await pendingSockets.stop()
  }
}, 120_000)
