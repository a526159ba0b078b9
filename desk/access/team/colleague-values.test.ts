import { inviteColleague } from '@cuida/core/access/team/team-api.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  type ColleagueValues,
  clinicianProfileInput,
  colleagueProblems,
  invitationInput,
  textLanguages,
  valuesOf,
} from './colleague-values.ts'

const LANGUAGES = ['es', 'en']
const ana = { name: 'Ana Ruiz', email: 'ana@clinica.example', role: 'clinician' as const }
const good: ColleagueValues = {
  ...valuesOf(ana, LANGUAGES, { timeZone: 'Europe/Madrid' }),
  registrationNumber: '28/1',
  'specialty.es': 'Nutrición',
  'bio.es': 'Escucha.',
  languages: ['es'],
}
const wrong = (more: object) =>
  Object.entries(colleagueProblems({ ...good, ...more }, LANGUAGES)).flatMap(([field, code]) => (code ? [field] : []))

test.each<[object, string[]]>([
  [{}, []],
  [{ name: ' A ' }, ['name']],
  [{ email: 'ana@clinica' }, ['email']],
  [{ registrationNumber: ' ' }, ['registrationNumber']],
  [{ 'specialty.es': '' }, ['specialty.es']],
  [{ 'bio.es': ' ' }, ['bio.es']],
  [{ 'bio.en': 'x'.repeat(2_000) }, []],
  [{ 'bio.en': 'x'.repeat(2_001) }, ['bio.en']],
  [{ 'experience.en': `${'x\n\n'.repeat(20)}` }, []],
  [{ 'experience.en': 'x\n'.repeat(21) }, ['experience.en']],
  [{ 'studies.es': 'x'.repeat(201) }, ['studies.es']],
  [{ languages: [] }, ['languages']],
  [{ bufferMinutes: '15' }, []],
  [{ bufferMinutes: '16' }, ['bufferMinutes']],
  [{ bufferMinutes: '' }, ['bufferMinutes']],
])('the values %o have problems in %o', (more, fields) => expect(wrong(more)).toEqual(fields))

test('a role without patients needs name, e-mail and role only', () =>
  expect(wrong({ role: 'clinical-manager', registrationNumber: '', languages: [] })).toEqual([]))

describe('the request body', () => {
  test('the body fits the call declaration, and only clinicians have a profile', () => {
    const sent = invitationInput({ ...good, 'experience.es': ' Una \n\nDos' }, LANGUAGES)
    expect(v.parse(inviteColleague.body, sent).profile?.experience).toEqual({ es: ['Una', 'Dos'] })
    expect(invitationInput({ ...good, role: 'clinical-manager' }, LANGUAGES)).not.toHaveProperty('profile')
  })
  test('a language without any text is left out', () =>
    expect(clinicianProfileInput(good, LANGUAGES).specialty).toEqual({ es: 'Nutrición' }))
  test('an unchanged form sends the profile as it was', () => {
    const profile = clinicianProfileInput({ ...good, 'studies.en': 'One\nTwo', products: ['7'] }, LANGUAGES)
    expect(clinicianProfileInput(valuesOf(ana, LANGUAGES, profile), LANGUAGES)).toEqual(profile)
  })
})

test('texts keep their language, and a new language has the partner’s code for it', () => {
  const profile = clinicianProfileInput({ ...good, 'bio.fr': 'Bonjour' }, ['es', 'fr'])
  expect(textLanguages(['es-ES', 'en'], profile)).toEqual(['es', 'en', 'fr'])
  expect(textLanguages(['es-ES', 'en'])).toEqual(['es-ES', 'en'])
})
