/** Countries with two surnames, of which the first is the main one. */
const TWO_SURNAMES = new Set('AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '))
/** Titles before a name, with or without a dot. */
const TITLES = new Set('doctor doctora don dona doutor doutora dr dra enf lic mr mrs ms prof profa sr sra'.split(' '))
/** Particles between names. */
const LINKS = new Set('da das de del do dos e la las los y'.split(' '))
/** Second given names: after one, the surname is the third word. */
const SECOND_GIVEN = new Set(
  'alberto angel antonio carlos carmen cristina dolores elena ignacio isabel javier jesus jose juan luis luisa manuel mar maria miguel pablo pilar ramon rosa teresa victoria'.split(
    ' ',
  ),
)

/**
 * Initials for an avatar: of the given name and the main surname. "Dra. Elena Ruiz Soler" is ER in countries with two
 * surnames, where the first one counts; elsewhere the last one does: HN for "Dra. Helena Prado Nogueira". Titles and
 * particles are skipped.
 */
export function initialsOf(name: string, country: string): string {
  const words = name.split(/\s+/).filter((word) => word && !word.endsWith('.'))
  while (words.length > 1 && TITLES.has(plain(words[0]))) words.shift()
  const names = words.filter((word, at) => at === 0 || !LINKS.has(plain(word)))
  const surname = TWO_SURNAMES.has(country) ? firstSurname(names) : names.slice(1).at(-1)
  return [names[0], surname].map(letterOf).join('').toLocaleUpperCase()
}

function firstSurname(names: readonly string[]): string | undefined {
  if (names.length > 3) return names.at(-2)
  return names.length === 3 && SECOND_GIVEN.has(plain(names[1])) ? names[2] : names[1]
}

const plain = (word = ''): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const letterOf = (word = ''): string => [...word][0] ?? ''

/** Initial of the given name, for family members. */
export const firstLetterOf = (name: string): string => letterOf(name.trim()).toLocaleUpperCase()
