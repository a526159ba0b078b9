import type { CareNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import { describe, expect, test } from 'vitest'
import type { Content } from '../../notifications/notification.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { careContent } from './care-content.ts'
import { careNotifications } from './care-notifications.ts'

const context = await createTestContext()
const winter = new Date('2026-11-26T19:45:00Z')
const kinds = Object.keys(careNotifications) as CareNotificationKind[]

describe.each([
  ['es', 'Europe/Madrid', 'Atlantic/Canary', '19:45 (hora de Canarias)', /20:45/],
  ['pt-BR', 'America/Sao_Paulo', 'America/Rio_Branco', '14:45 (horário de Rio Branco)', /16:45/],
] as const)('messages about a consultation in %s', (locale, clinicZone, timeZone, catalogueFor, clinicHour) => {
  test.each(kinds)('%s contains no time of the clinic’s time zone for a patient in another one', async (kind) => {
    const { services } = context
    const clinic = { ...services, config: { ...services.config, timeZone: clinicZone } }
    const notification = {
      id: 'n-1',
      type: kind,
      locale,
      email: 'ana@example.test',
      startsAt: winter,
      about: { id: 'c-1', status: 'QUEUED', startsAt: winter, endsAt: winter, isAway: false, isPrescribed: false },
      refund: { amount: 0, currency: 'EUR' },
    } as never
    const { text, template, push, email } = careContent(clinic, notification, timeZone) as Required<Content>
    const { subject, text: emailText, html } = await email()
    const all = [
      text(),
      JSON.stringify(template() ?? ''),
      JSON.stringify(push()),
      subject,
      emailText,
      (html ?? '').replace(/<[^>]*>/g, ' '),
    ]
      .join('\n')
      .replace(/https?:\S+/g, '')
    expect(all).not.toMatch(clinicHour)
    for (const hour of all.match(/\d{1,2}:\d\d[^\d\n"<]*/g) ?? []) expect(hour).toContain(catalogueFor.slice(5))
  })
})
