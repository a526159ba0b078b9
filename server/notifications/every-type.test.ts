import { randomUUID } from 'node:crypto'
import type { CareNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import { expect, test } from 'vitest'
import { insertVerification } from '../access/code/verification-store.ts'
import { invite } from '../access/team/invitation.ts'
import { newEmail } from '../access/team/test-team.ts'
import { insertSlotHold } from '../booking/calendar/slot-hold-store.ts'
import { newClinician, newPatient, productFor } from '../booking/test-people.ts'
import { insertOfferCart, markOffered, upsertEntry } from '../booking/waitlist/waitlist-store.ts'
import { openEmergencyAccess } from '../care/record/break-glass-store.ts'
import { insertClinician, insertConsultation, type TestClinician } from '../care/test-people.ts'
import { createPublicAddress } from '../checkout/order/test-orders.ts'
import { notificationDefinitions } from '../notification-definitions.ts'
import { MailRefused } from '../providers/mail/port.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import { PushGone } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { createSubscriber } from '../subscription/test-subscribers.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { defaultNotificationSettings, saveNotificationSettings } from './choice/notification-store.ts'
import { saveDevice } from './choice/push-store.ts'
import type { NotificationType } from './notification.ts'
import { enqueueNotification } from './outbox-store.ts'
import { sendNotification } from './send-notification.ts'

const context = await createTestContext({ env: await createPublicAddress() })
const { db, services } = context
const MINUTE_MS = 60_000
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE_MS)

type Left = Omit<Parameters<typeof enqueueNotification>[1], 'type'>

/** A patient with all channels and topics, and a device. */
async function reachable() {
  const patient = await newPatient(context)
  await saveNotificationSettings(db, patient.accountId, {
    ...defaultNotificationSettings,
    channels: ['whatsapp', 'sms', 'email'],
    quiet: null,
  })
  const [session] = await db<{ id: string }[]>`select id from session where account_id = ${patient.accountId}`
  const device = { kind: 'fcm', address: `device-${randomUUID()}` } as const
  await saveDevice(db, device, { accountId: patient.accountId, sessionId: session?.id ?? '' })
  return patient
}

const account = async (): Promise<Left> => ({ accountId: (await reachable()).accountId })
const formerAddress = async (): Promise<Left> => ({
  ...(await account()),
  phone: '+34600000077',
  email: newEmail(),
  locale: 'es',
})

/** A patient's consultation in this status, with `change` applied. */
const care =
  (status: string, minutes: number | null, change = db``) =>
  async (): Promise<Left> => {
    const { accountId, patientId } = await reachable()
    const { clinicianId, staffId } = await insertClinician(context)
    const booked = minutes === null ? undefined : { clinicianId, inMinutes: minutes }
    const consultationId = await insertConsultation(context, { patientId, ...(booked && { booked }) })
    const heldBy = status === 'ACTIVE' ? staffId : null
    await db`update consultation set status = ${status}, held_by = ${heldBy} ${change} where id = ${consultationId}`
    const [row] = await db<{ startsAt: Date | null }[]>`
      select starts_at as "startsAt" from consultation where id = ${consultationId}`
    return { accountId, consultationId, startsAt: row?.startsAt ?? null }
  }

/** A clinician's consultation; the clinician is notified by e-mail only. */
const staffOf =
  (status: string, minutes: number, isTheirs = true) =>
  async (): Promise<Left> => {
    const { staffId, clinicianId } = await insertClinician(context)
    await db`insert into staff_notification_settings (staff_id, channels, topics) values (${staffId}, '{email}',
      '{bookings,moves,cancellations,starts,late}')`
    const { patientId } = await reachable()
    const holderId = isTheirs ? clinicianId : (await insertClinician(context)).clinicianId
    const consultationId = await insertConsultation(context, {
      patientId,
      booked: { clinicianId: holderId, inMinutes: minutes },
    })
    await db`update consultation set status = ${status} where id = ${consultationId}`
    const [row] = await db<{ startsAt: Date }[]>`
      select starts_at as "startsAt" from consultation where id = ${consultationId}`
    return { staffId, consultationId, startsAt: row?.startsAt ?? null }
  }

const plan = (change: string) => async (): Promise<Left> => {
  const { id, accountId } = await createSubscriber(context, 'good', await reachable())
  await db`update subscription set status = ${change} where id = ${id}`
  return { accountId, subscriptionId: id }
}

async function offer(): Promise<Left> {
  const { accountId } = await reachable()
  const product = await productFor(context, 'scheduled')
  const clinicianId = await newClinician(context, product)
  const { id: productId, slug: productSlug, name: productName } = product
  const entryInput = { accountId, patientId: null, productId, clinicianId, until: inMinutes(600) }
  const cartId = randomUUID()
  await db.begin(async (tx) => {
    await upsertEntry(tx, { ...entryInput, productSlug, productName })
    const [entry] = await tx<{ id: string }[]>`select id from waitlist_entry where account_id = ${accountId}`
    await insertOfferCart(
      tx,
      { ...entryInput, id: entry?.id ?? '' },
      { id: cartId, keyHash: Buffer.from(cartId), clinicianId },
    )
    const slot = { start: inMinutes(600), end: inMinutes(620) }
    await insertSlotHold(tx, cartId, clinicianId, slot, slot, 15)
    await markOffered(tx, entry?.id ?? '', cartId)
  })
  return { accountId, subjectId: cartId }
}

async function answered(): Promise<Left> {
  const { accountId, patientId } = await reachable()
  const { staffId } = await insertClinician(context)
  const [question] = await db<{ id: string }[]>`
    insert into question (patient_id, topic, text, key, due_at, answer, answered_by, answered_at)
    values (${patientId}, 'nutrition', 'what can I eat at night', gen_random_uuid(), now() + interval '1 day', 'fruit', ${staffId}, now()) returning id`
  return { accountId, subjectId: question?.id ?? '' }
}

/** An hour before the first webinar, on the test's clock. */
async function webinar(): Promise<Left & { now: Date }> {
  const { accountId, patientId } = await reachable()
  const [{ id, startsAt } = { id: '', startsAt: '' }] = services.content.webinars('es')
  await db`insert into webinar_seat (webinar_id, patient_id, place) values (${id}, ${patientId}, ${++seatCount})`
  return { accountId, subjectId: id, now: new Date(Date.parse(startsAt) - 30 * MINUTE_MS) }
}
let seatCount = 0

async function code(): Promise<Left> {
  const { id } = await db.begin((tx) =>
    insertVerification(tx, { purpose: 'phone', requester: 'stranger', to: '+34600000078', accountId: null }),
  )
  return { subjectId: `${id}:1`, channel: 'sms', locale: 'es' }
}

const manager = (): Promise<TestClinician> => insertClinician(context, { role: 'clinical-manager', isClinician: false })

async function invitation(needsSecond: boolean): Promise<{ id: string; second: string }> {
  const { staffId } = await manager()
  const { staffId: second } = await manager()
  const invited = { name: 'Eva Gil', email: newEmail(), role: 'clinician', clinicianId: null, memberId: null } as const
  const id = await db.begin((tx) => invite(services, tx, { ...invited, invitedBy: staffId, needsSecond }))
  return { id: id ?? '', second }
}

async function recordOpened(): Promise<Left> {
  const { patientId } = await reachable()
  const { staffId } = await insertClinician(context)
  const { id } = await db.begin((tx) =>
    openEmergencyAccess(tx, { staffId, patientId, reason: 'He fainted on the phone' }),
  )
  return { staffId: (await manager()).staffId, subjectId: id }
}

async function prescription(): Promise<Left> {
  const consultation = await care('CLOSED', null)()
  const { staffId, clinicianId } = await insertClinician(context)
  await db`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, items, valid_until, state,
      provider_id)
    select id, patient_id, ${staffId}, ${clinicianId}, gen_random_uuid(), 'medikit', '[{}]', now() + interval '1 year',
      'issued', id::text from consultation where id = ${consultation.consultationId ?? ''}`
  return consultation
}

async function ringing(): Promise<Left> {
  const consultation = await care('ACTIVE', null)()
  await db`insert into consultation_action (consultation_id, type, role)
    values (${consultation.consultationId ?? ''}, 'VIDEO_CALL_STARTED', 'CLINICIAN')`
  return consultation
}

/** Creates the state in which each type is relevant. */
const RELEVANT: Record<NotificationType, () => Promise<Left & { now?: Date }>> = {
  ...({
    booked: care('QUEUED', 600),
    moved: care('QUEUED', 600),
    cancelled: care('CANCELLED', 600),
    refunded: care('CANCELLED', 600),
    'too-late': care('EXPIRED', 600),
    'reminder-day': care('QUEUED', 1_400),
    'reminder-hour': care('QUEUED', 55),
    'reminder-soon': care('QUEUED', 8),
    called: ringing,
    missed: care('QUEUED', null),
    reassigned: care('ACTIVE', null),
    late: care('QUEUED', -4),
    'late-choice': care('QUEUED', -9),
    'after-hours': care('QUEUED', null),
    'times-offered': care('QUEUED', 600, db`, times_offered_for = starts_at`),
    requeued: care('QUEUED', null),
    notes: care('CLOSED', null),
    prescription,
    turn: care('QUEUED', null, db`, away_at = now()`),
  } satisfies Record<CareNotificationKind, () => Promise<Left>>),
  'plan-paused': plan('PAUSED'),
  'plan-resumed': plan('ACTIVE'),
  'plan-released': plan('ACTIVE'),
  offer,
  'offer-asked': offer,
  'follow-up': offer,
  answered,
  webinar,
  'staff-booked': staffOf('QUEUED', 600),
  'staff-moved': async () => ({ ...(await staffOf('QUEUED', 600)()), wasAt: inMinutes(300) }),
  'staff-cancelled': staffOf('CANCELLED', 600),
  'staff-passed-on': staffOf('QUEUED', 600, false),
  'staff-soon': staffOf('QUEUED', 8),
  'staff-late': staffOf('QUEUED', -4),
  'security-password': account,
  'security-authenticatorOn': account,
  'security-authenticatorOff': account,
  'security-googleOn': account,
  'security-googleOff': account,
  'security-passkeyOn': account,
  'security-passkeyOff': account,
  'security-passkeyBlocked': account,
  'account-phone-changed': formerAddress,
  'account-email-changed': formerAddress,
  'account-deleted': async () => ({ ...(await formerAddress()), accountId: null }),
  'account-charge-unpaid': formerAddress,
  'account-subscription-ended': formerAddress,
  code,
  invitation: async () => ({ subjectId: (await invitation(false)).id }),
  'invitation-question': async () => {
    const { id, second } = await invitation(true)
    return { subjectId: id, staffId: second }
  },
  'record-opened': recordOpened,
}

type ProviderChannel = 'email' | 'sms' | 'whatsapp' | 'push'
const ALL: ProviderChannel[] = ['email', 'sms', 'whatsapp', 'push']

/** Providers of which some refuse everything; `took` collects the texts that the others accepted. */
function playedBy(failing: readonly ProviderChannel[]) {
  const took: string[] = []
  const take = (channel: ProviderChannel, refusal: Error, content: unknown) => {
    if (failing.includes(channel)) throw refusal
    took.push(`${channel}: ${JSON.stringify(content)}`)
    return { reference: `SM${randomUUID().replaceAll('-', '')}` }
  }
  const refused = new MessageRefused('NUMBER_INVALID')
  const { providers } = services
  const played = {
    ...providers,
    mail: { ...providers.mail, send: async (email: object) => void take('email', new MailRefused(), email) },
    fcm: { wake: async (_: unknown, message: object) => void take('push', new PushGone(), message) },
    messages: {
      ...providers.messages,
      sms: async ({ text }: { text: string }) => take('sms', refused, text),
      whatsapp: async ({ template }: { template: object }) => take('whatsapp', refused, template),
      code: async (message: object) => take('sms', refused, message),
      reportOutcome: async () => {},
    },
  }
  return { took, providers: played as unknown as Services['providers'] }
}

async function play(type: NotificationType, failing: readonly ProviderChannel[]) {
  const { now, ...left } = await RELEVANT[type]()
  await enqueueNotification(db, { ...left, type })
  const [row] = await db<{ id: string }[]>`select id from notification order by created_at desc limit 1`
  const notificationId = row?.id ?? ''
  const { took, providers } = playedBy(failing)
  const testServices = { ...services, providers, ...(now && { now: () => now }) }
  await sendNotification(testServices, notificationDefinitions, { notificationId })
  const [state] = await db<{ isDone: boolean; sent: string[]; refused: string[] }[]>`
    select done_at is not null as "isDone", sent, refused from notification where id = ${notificationId}`
  const [task] = await db<{ kind: string; channels: string[] }[]>`
    select kind, channels from undelivered_notification where notification_id = ${notificationId}`
  return { took, task, ...state }
}

const types = Object.keys(notificationDefinitions) as NotificationType[]

test.each(types)('%s is sent with translated texts and is done', async (type) => {
  const { took, task, isDone } = await play(type, [])
  expect(took).not.toEqual([])
  expect({ task, isDone }).toEqual({ task: undefined, isDone: true })
  // A missing message appears as its key.
  for (const line of took) expect(line).not.toMatch(/messages\.\w|desk\.\w+\.\w/)
})

test.each(types.flatMap((type) => ALL.map((channel) => [type, channel] as const)))(
  '%s with %s failing is delivered by another channel or becomes a desk task',
  async (type, channel) => {
    const { took, task, isDone } = await play(type, [channel])
    expect(isDone).toBe(true)
    const { undelivered } = notificationDefinitions[type]
    if (took.length === 0) expect(task?.kind ?? null).toBe(undelivered)
    else expect(task).toBeUndefined()
  },
)

test.each(types)('%s that every channel refuses becomes a desk task, unless it is shown on a screen', async (type) => {
  const { took, task, isDone, refused } = await play(type, ALL)
  expect([took, isDone]).toEqual([[], true])
  expect(refused).not.toEqual([])
  expect(task?.kind ?? null).toBe(notificationDefinitions[type].undelivered)
})
