import { isStaffNotificationRelevant } from '@cuida/core/consultation/staff-change.ts'
import { staffChannelsFor } from '@cuida/core/notifications/staff/staff-notifications.ts'
import {
  addStaffDevice,
  getStaffNotificationSettings,
  listStaffNotifications,
  putStaffNotificationSettings,
  removeStaffDevice,
  type StaffNotificationSettings,
} from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import type { FastifyInstance } from 'fastify'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { canPush } from '../../providers/push/port.ts'
import type { Services } from '../../services.ts'
import {
  deleteStaffDevice,
  findStaffChoice,
  findStaffDevices,
  saveStaffChoice,
  saveStaffDevice,
} from './staff-choice-store.ts'
import { recentStaffNotifications, type StaffNotification } from './staff-notification-store.ts'

/** Staff notifications at the desk, and the settings for other channels. */
export function staffNotificationRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listStaffNotifications, async (_, { db, caller, now }) => {
    const notifications = await recentStaffNotifications(db, caller.staffId)
    const choice = await findStaffChoice(db, caller.staffId)
    const isShown = (one: StaffNotification) =>
      staffChannelsFor(one.kind, choice).includes('desk') && isStaffNotificationRelevant(one, one.about, now())
    return { items: notifications.filter(isShown).map(noteOf) }
  })

  serve(app, services, getStaffNotificationSettings, (_, { caller }) => shownTo(services, caller.staffId))

  serve(app, services, putStaffNotificationSettings, async (choice, { db, caller }) => {
    if (choice.quiet && choice.quiet.from === choice.quiet.until) throw new InvalidInput({ quiet: 'SAME' })
    await saveStaffChoice(db, caller.staffId, choice)
    return shownTo(services, caller.staffId)
  })

  serve(app, services, addStaffDevice, async ({ endpoint: address, ...keys }, { db, caller, refuse }) => {
    if (!canPush(services.providers, { kind: 'web', address })) refuse('PUSH_SERVICE_UNKNOWN')
    await saveStaffDevice(db, { address, ...keys }, caller)
    return null
  })

  serve(app, services, removeStaffDevice, async ({ endpoint }, { db, caller }) => {
    await deleteStaffDevice(db, endpoint, caller.staffId)
    return null
  })
}

const noteOf = ({ id, kind, startsAt, wasAt }: StaffNotification) => ({
  id,
  kind,
  startTime: startsAt.toISOString(),
  wasTime: wasAt?.toISOString() ?? null,
})

async function shownTo({ db, providers }: Services, staffId: string): Promise<StaffNotificationSettings> {
  const { channels, topics, quiet } = await findStaffChoice(db, staffId)
  const devices = await findStaffDevices(db, staffId)
  return {
    channels: [...channels],
    topics: [...topics],
    quiet,
    pushKey: providers.push.publicKey,
    devices: devices.map(({ address }) => address),
  }
}
