import { beforeEach, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { enqueueDueNotifications } from '../../care/jobs.ts'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { createTestContext, endFaults } from '../../testing/test-contexts.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../choice/notification-store.ts'
import { createNotificationHelpers } from '../test-notifications.ts'

let ana: TestPatient
const { sendCall, sentTo, plan, bookedFor } = createNotificationHelpers(() => context)

const context = await createTestContext({ env: await createPublicAddress() })
beforeEach(async () => {
  await endFaults(context)
  ana = await newPatient(context)
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet: null })
})

const NO_NUMBER = '+15005550001'
const has = (phone: string, email: string) =>
  context.db`update account set phone = ${phone}, email = ${email} where id = ${ana.accountId}`
/** Phone numbers are unique: this frees the provider's special number for the next test. */
const free = () =>
  context.db`update account set phone = ${`+3469${String(Date.now()).slice(-7)}`} where id = ${ana.accountId}`
/** A reminder that goes to phones only. */
async function reminded() {
  const at = await bookedFor(590, ana)
  await enqueueDueNotifications(context.services)
  return at
}
const own = () => `${ana.accountId}@example.test`

test.each(['en', 'es', 'pt-BR'])(
  'an SMS that the provider refuses is followed by one e-mail: %s [C10.8]',
  async (locale) => {
    await has(NO_NUMBER, own())
    await context.db`update account set locale = ${locale} where id = ${ana.accountId}`
    const at = await reminded()
    await sendCall(at)
    await sendCall(at)
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['email'])
    await free()
  },
)

test('an outage of the next channel is retried, the refused channel is not', async () => {
  await has(NO_NUMBER, own())
  const at = await reminded()
  await plan('smtp', '5xx')
  await sendCall(at)
  const [row] =
    await context.db`select sent, refused, done_at from notification where consultation_id = ${at.consultationId}`
  expect(row).toEqual({ sent: [], refused: ['sms'], done_at: null })
  await context.db`update notification set due_at = clock_timestamp() where consultation_id = ${at.consultationId}`
  await sendCall(at)
  expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['email'])
  await free()
})

test.each(['somebody@refused.example', 'somebody@unwanted.example'])(
  'the notification ends when all channels refuse: %s',
  async (email) => {
    await has(NO_NUMBER, email)
    const at = await reminded()
    await sendCall(at)
    const [row] = await context.db`
      select sent, refused, done_at is not null as done from notification where consultation_id = ${at.consultationId}`
    expect(row).toEqual({ sent: [], refused: ['sms', 'email'], done: true })
    await context.db`update account set email = ${own()} where id = ${ana.accountId}`
    await free()
  },
)
