import { confirmReminder, type Reminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import type { RateLimit } from '../../kit/limit/rate-limit.ts'
import { consumePerAddress } from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import { confirmStart, findRemindedAppointment } from './reminder-store.ts'
import { readReminderToken } from './reminder-token.ts'

/** A household opens a few links; this limits guessing. */
const LINKS_PER_ADDRESS: RateLimit = { name: 'reminder links source', most: 60, seconds: 60 }

/** Routes of a reminder's link, signed in or not: read the appointment and confirm it. */
export function reminderRoutes(app: FastifyInstance, services: Services): void {
  const spendOne = (request: FastifyRequest) => consumePerAddress(services, request, LINKS_PER_ADDRESS)

  serve(app, services, readReminder, async ({ token }, { request, refuse }) => {
    await spendOne(request)
    return (await remindedBy(services, token)) ?? refuse('REMINDER_OVER')
  })

  serve(app, services, confirmReminder, async ({ token }, { db, request, refuse }) => {
    await spendOne(request)
    const reminder = (await remindedBy(services, token)) ?? refuse('REMINDER_OVER')
    const { consultationId, startTime } = reminder
    await db.begin(async (tx) => {
      const accountId = (await confirmStart(tx, consultationId, new Date(startTime))) ?? refuse('REMINDER_CHANGED')
      await notifyChanged(tx, [`consultation:${consultationId}`, `account:${accountId}`, 'queue'])
    })
    return { ...reminder, isConfirmed: true }
  })
}

async function remindedBy({ db, secrets, now }: Services, token: string): Promise<Reminder | undefined> {
  const reminded = readReminderToken(secrets, token, now())
  const found = reminded && (await findRemindedAppointment(db, reminded.consultationId))
  if (!reminded || !found) return undefined
  const { consultationId, startsAt } = reminded
  const isUnchanged = found.isBooked && minuteOf(found.startsAt) === minuteOf(startsAt)
  return {
    consultationId,
    startTime: startsAt.toISOString(),
    state: isUnchanged ? 'booked' : 'changed',
    isConfirmed: isUnchanged && found.confirmedStart?.getTime() === found.startsAt.getTime(),
  }
}

/** The token has a resolution of a minute. */
const minuteOf = (moment: Date): number => Math.floor(moment.getTime() / 60_000)
