import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { ClinicianProfile, inviteColleague } from '@cuida/core/access/team/team-api.ts'
import { languageFor } from '@cuida/core/brand/locale.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { isEmailAddress, tidyEmail } from '@cuida/core/kit/email-address.ts'

const TEXTS = ['specialty', 'bio', 'experience', 'studies'] as const
type TextName = (typeof TEXTS)[number]

/** The form's values. The text for each language is under `<text>.<language>`; a list has one entry per line. */
export interface ColleagueValues {
  name: string
  email: string
  role: StaffRole
  registrationNumber: string
  [text: `${TextName}.${string}`]: string
  languages: string[]
  timeZone: string
  bufferMinutes: string
  products: string[]
}

/** The person, before any field is edited. */
export type Colleague = Pick<ColleagueValues, 'name' | 'email' | 'role'>

export const givesCare = (role: StaffRole): boolean => role !== 'clinical-manager'

/**
 * The languages of the profile texts: the partner's, each under the code that the profile already uses, then those
 * that only the profile has, so that no text is lost.
 */
export function textLanguages(locales: readonly string[], profile?: ClinicianProfile): string[] {
  const usedLanguages = profile ? TEXTS.flatMap((text) => Object.keys(profile[text])) : []
  return [...new Set([...locales.map((locale) => languageFor(locale, usedLanguages) ?? locale), ...usedLanguages])]
}

/** Returns the values as form fields, in the order of the screen. */
export function valuesOf(
  colleague: Colleague,
  languages: readonly string[],
  profile: Pick<ClinicianProfile, 'timeZone'> & Partial<ClinicianProfile>,
): ColleagueValues {
  const { registrationNumber = '', bufferMinutes = 5, products = [], timeZone } = profile
  const texts = languages.flatMap((language) => [
    [`specialty.${language}`, profile.specialty?.[language] ?? ''],
    [`bio.${language}`, profile.bio?.[language] ?? ''],
    [`experience.${language}`, profile.experience?.[language]?.join('\n') ?? ''],
    [`studies.${language}`, profile.studies?.[language]?.join('\n') ?? ''],
  ])
  const settings = { languages: profile.languages ?? [], timeZone, bufferMinutes: String(bufferMinutes), products }
  return { ...colleague, registrationNumber, ...Object.fromEntries(texts), ...settings }
}

type Problems = { [K in keyof ColleagueValues & string]?: 'INVALID' | undefined }
const unless = (isGood: boolean): 'INVALID' | undefined => (isGood ? undefined : 'INVALID')

/**
 * The same bounds as the call declarations; locale keys: `desk.team.problem.<field>`. A specialty and one text are
 * required in the first language only.
 */
export function colleagueProblems(values: ColleagueValues, languages: readonly string[]): Problems {
  const { name, email, role, registrationNumber, bufferMinutes, timeZone } = values
  const person = {
    name: unless(isLong(name, 2, 80)),
    email: unless(isEmailAddress(tidyEmail(email))),
  }
  if (!givesCare(role)) return person
  const texts = languages.flatMap((language, index) => [
    [`specialty.${language}`, unless(isLong(values[`specialty.${language}`], index === 0 ? 1 : 0, 120))],
    [`bio.${language}`, unless(isLong(values[`bio.${language}`], index === 0 ? 1 : 0, 2_000))],
    [`experience.${language}`, unless(isList(values[`experience.${language}`]))],
    [`studies.${language}`, unless(isList(values[`studies.${language}`]))],
  ])
  return {
    ...person,
    registrationNumber: unless(isLong(registrationNumber, 1, 40)),
    ...Object.fromEntries(texts),
    languages: unless(values.languages.length > 0 && values.languages.length <= 10),
    timeZone: unless(timeZone !== ''),
    bufferMinutes: unless(/^\d{1,2}$/.test(bufferMinutes.trim()) && Number(bufferMinutes) <= 15),
  }
}

/** An empty text is not sent: patients then read the closest language that has one. */
export function clinicianProfileInput(values: ColleagueValues, languages: readonly string[]): ClinicianProfile {
  const inEach = <T extends string | string[]>(read: (language: string) => T): Record<string, T> =>
    Object.fromEntries(
      languages.map((language) => [language, read(language)] as const).filter(([_, { length }]) => length),
    )
  return {
    name: values.name.trim(),
    registrationNumber: values.registrationNumber.trim(),
    specialty: inEach((language) => (values[`specialty.${language}`] ?? '').trim()),
    bio: inEach((language) => (values[`bio.${language}`] ?? '').trim()),
    experience: inEach((language) => linesOf(values[`experience.${language}`])),
    studies: inEach((language) => linesOf(values[`studies.${language}`])),
    languages: values.languages,
    timeZone: values.timeZone,
    bufferMinutes: Number(values.bufferMinutes),
    products: values.products,
  }
}

export function invitationInput(values: ColleagueValues, languages: readonly string[]): Input<typeof inviteColleague> {
  const { name, email, role } = values
  const person = { name: name.trim(), email: tidyEmail(email), role }
  return givesCare(role) ? { ...person, profile: clinicianProfileInput(values, languages) } : person
}

function isLong(text = '', least: number, most: number): boolean {
  const { length } = text.trim()
  return length >= least && length <= most
}

const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function isList(text = ''): boolean {
  const lines = linesOf(text)
  return lines.length <= 20 && lines.every((line) => line.length <= 200)
}
