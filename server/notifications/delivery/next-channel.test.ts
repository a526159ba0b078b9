import { beforeEach, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { sweepNotifications } from '../../care/jobs.ts'
import { ownAddress } from '../../checkout/order/test-orders.ts'
import { endFaults, fileWorld } from '../../testing/test-worlds.ts'
import { saveChoice, usualChoice } from '../choice/notification-store.ts'
import { newsBench } from '../test-notifications.ts'

let ana: TestPatient
const { tell, sentTo, plan, bookedFor } = newsBench(() => world)

const world = await fileWorld({ env: await ownAddress() })
beforeEach(async () => {
  await endFaults(world)
  ana = await newPatient(world)
  await saveChoice(world.db, ana.accountId, { ...usualChoice, quiet: null })
})

const NO_NUMBER = '+15005550001'
const has = (phone: string, email: string) =>
  world.db`update account set phone = ${phone}, email = ${email} where id = ${ana.accountId}`
/** Numbers are unique: the next test has the vendor's own again. */
const free = () =>
  world.db`update account set phone = ${`+3469${String(Date.now()).slice(-7)}`} where id = ${ana.accountId}`
/** A reminder that phones alone are told of. */
async function reminded() {
  const at = await bookedFor(590, ana)
  await sweepNotifications(world.services)
  return at
}
const own = () => `${ana.accountId}@example.test`

test.each(['en', 'es', 'pt-BR'])(
  'a text that the vendor refuses arrives as an e-mail, once: %s [C10.8]',
  async (locale) => {
    await has(NO_NUMBER, own())
    await world.db`update account set locale = ${locale} where id = ${ana.accountId}`
    const at = await reminded()
    await tell(at)
    await tell(at)
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['email'])
    await free()
  },
)

test('an outage on the way to the next is tried again, and the refused way is not', async () => {
  await has(NO_NUMBER, own())
  const at = await reminded()
  await plan('smtp', '5xx')
  await tell(at)
  const [left] =
    await world.db`select sent, refused, done_at from notification where consultation_id = ${at.consultationId}`
  expect(left).toEqual({ sent: [], refused: ['sms'], done_at: null })
  await world.db`update notification set due_at = clock_timestamp() where consultation_id = ${at.consultationId}`
  await tell(at)
  expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['email'])
  await free()
})

test.each(['somebody@refused.example', 'somebody@unwanted.example'])(
  'when all ways refuse, it ends: %s',
  async (email) => {
    await has(NO_NUMBER, email)
    const at = await reminded()
    await tell(at)
    const [left] = await world.db`
      select sent, refused, done_at is not null as done from notification where consultation_id = ${at.consultationId}`
    expect(left).toEqual({ sent: [], refused: ['sms', 'email'], done: true })
    await world.db`update account set email = ${own()} where id = ${ana.accountId}`
    await free()
  },
)
