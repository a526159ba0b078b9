import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { formatMomentFor, formatTimeFor } from './format-moment.ts'

const context = await createTestContext()
const clinicIn = (timeZone: string) => ({ ...context.services, config: { ...context.services.config, timeZone } })
const spain = clinicIn('Europe/Madrid')
const brazil = clinicIn('America/Sao_Paulo')
const winter = new Date('2026-11-26T19:45:00Z')
const summer = new Date('2027-07-01T18:45:00Z')

describe('a time in a message', () => {
  test.each([
    ['for a reader in the clinic’s zone', spain, 'Europe/Madrid', 'es', winter, '20:45'],
    ['for a reader in another zone with the same time', spain, 'Europe/Paris', 'es', winter, '20:45'],
    ['for a reader an hour behind', spain, 'Atlantic/Canary', 'es', winter, '19:45 (hora de Canarias)'],
    ['for a reader an hour behind, in summer', spain, 'Atlantic/Canary', 'es', summer, '19:45 (hora de Canarias)'],
    ['for a reader in an unknown zone', spain, null, 'es', winter, '20:45 (hora de Madrid)'],
    ['for a reader two hours behind', brazil, 'America/Rio_Branco', 'pt-BR', winter, '14:45 (horário de Rio Branco)'],
    ['for a reader in Bahia, with the time of São Paulo', brazil, 'America/Bahia', 'pt-BR', winter, '16:45'],
    ['in English', brazil, null, 'en', winter, '16:45 (São Paulo time)'],
  ])('a time %s is in the reader’s zone, or names its zone', (_, clinic, timeZone, locale, moment, catalogueFor) =>
    expect(formatTimeFor(clinic, moment, { locale, timeZone })).toBe(catalogueFor),
  )

  test.each([
    // Spain leaves summer time at 01:00 UTC on 25 October; New York a week later.
    ['on the day before the clinic changes its clock', '2026-10-24T14:00:00Z', '10:00 (hora de New York)'],
    ['on the day after', '2026-10-26T14:00:00Z', '10:00 (hora de New York)'],
    ['after both have changed', '2026-11-02T14:00:00Z', '09:00 (hora de New York)'],
  ])('a time %s uses the offset of that day, not of today', (_, moment, catalogueFor) =>
    expect(formatTimeFor(spain, new Date(moment), { locale: 'es', timeZone: 'America/New_York' })).toBe(catalogueFor),
  )

  test('a time near midnight has the reader’s date', () =>
    expect(
      formatMomentFor(spain, new Date('2026-11-26T23:30:00Z'), { locale: 'es', timeZone: 'Atlantic/Canary' }),
    ).toBe('jueves 26 de noviembre, 23:30 (hora de Canarias)'))
})
