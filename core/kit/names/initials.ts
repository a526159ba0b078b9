/** Where a person has two surnames, of which the first is the one that they go by. */
const TWO_SURNAMES = new Set('AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '))
/** Before a name, with or without a dot. */
const TITLES = new Set('doctor doctora don dona doutor doutora dr dra enf lic mr mrs ms prof profa sr sra'.split(' '))
/** Between names: neither a name nor the beginning of one. */
const LINKS = new Set('da das de del do dos e la las los y'.split(' '))
/** Second given names: with them a surname comes third. */
const SECOND_GIVEN = new Set(
  'alberto angel antonio carlos carmen cristina dolores elena ignacio isabel javier jesus jose juan luis luisa manuel mar maria miguel pablo pilar ramon rosa teresa victoria'.split(
    ' ',
  ),
)

/**
 * What stands for a face: the given name's first letter, and that of the surname that a country goes by. Of "Dra. Elena Ruiz
 * Soler" it is ER in Spain and in other countries that write two surnames, the father's first; elsewhere the last one counts,
 * as in Brazil: HN for "Dra. Helena Prado Nogueira". Titles and what stands between names are no names.
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

/** Of somebody in a family, who is called by their given name. */
export const firstLetterOf = (name: string): string => letterOf(name.trim()).toLocaleUpperCase()
