import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import {
  addAppDevice,
  addPushDevice,
  getNotifications,
  type Notifications,
  putNotifications,
  removeAppDevice,
  removePushDevice,
} from '@cuida/core/notifications/choice/notifications-api.ts'
import type { FastifyInstance } from 'fastify'
import { messageConsent } from '../../brand/consent/agreements.ts'
import { insertConsent } from '../../brand/consent/consent-store.ts'
import { asSystem } from '../../kit/db/row-security.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { canPush } from '../../providers/push/port.ts'
import type { Services } from '../../services.ts'
import { findHolderId, findNotificationSettings, saveNotificationSettings } from './notification-store.ts'
import { deletePushDevice, findDevices, saveDevice } from './push-store.ts'

/** The texts of the settings page, stored with the consent. */
const WHATSAPP = ['profile.notifications.channel.whatsapp', 'profile.notifications.channel.whatsapp.detail'] as const

/** A patient's notification settings and push devices. */
export function notificationRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getNotifications, (_, { caller }) => shownTo(services, caller.accountId))

  serve(app, services, putNotifications, async (choice, { db, caller, locale }) => {
    if (choice.quiet && choice.quiet.from === choice.quiet.until) throw new InvalidInput({ quiet: 'SAME' })
    const { accountId } = caller
    const isGiven = choice.channels.includes('whatsapp')
    const consent = await messageConsent(
      services,
      { kind: 'whatsapp', subject: 'whatsapp', isGiven },
      { locale, keys: WHATSAPP },
    )
    await db.begin(async (tx) => {
      await saveNotificationSettings(tx, accountId, choice)
      const patientId = await findHolderId(tx, accountId)
      if (patientId) await insertConsent(tx, { accountId, patientId }, consent)
    })
    return shownTo(services, caller.accountId)
  })

  serve(app, services, addPushDevice, async ({ endpoint: address, ...keys }, { db, caller, refuse }) => {
    const device = { kind: 'web', address, ...keys } as const
    if (!canPush(services.providers, device)) refuse('PUSH_SERVICE_UNKNOWN')
    await asSystem(() => saveDevice(db, device, caller))
    return null
  })

  serve(app, services, removePushDevice, async ({ endpoint }, { db, caller }) => {
    await deletePushDevice(db, endpoint, caller.accountId)
    return null
  })

  serve(app, services, addAppDevice, async ({ kind, token: address }, { db, caller, refuse }) => {
    // The token becomes part of a URL path at Apple, so it must be hexadecimal.
    if (kind === VENDOR.apns && !/^[\da-f]+$/.test(address)) throw new InvalidInput({ token: 'INVALID' })
    if (!canPush(services.providers, { kind, address })) refuse('PUSH_SERVICE_UNKNOWN')
    await asSystem(() => saveDevice(db, { kind, address }, caller))
    return null
  })

  serve(app, services, removeAppDevice, async ({ token }, { db, caller }) => {
    await deletePushDevice(db, token, caller.accountId)
    return null
  })
}

async function shownTo({ db, config, providers }: Services, accountId: string): Promise<Notifications> {
  const { channels, topics, quiet, timeZone, textsStopped } = await findNotificationSettings(db, accountId)
  const offered = config.notificationChannels
  return {
    channels: channels.filter((channel) => offered.includes(channel)),
    topics: [...topics],
    quiet,
    timeZone: timeZone ?? config.timeZone,
    offered,
    textsStopped,
    pushKey: providers.push.publicKey,
    devices: (await findDevices(db, accountId)).map(({ address }) => address),
  }
}
