import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import type { ReactNode } from 'react'

/** What the address names when something is being written that is not there yet. */
export const NEW = 'new'

/** What a place shows for an address. */
export interface Shown {
  /** Without one the place takes the whole width. */
  list?: ReactNode
  detail: ReactNode
  /** The address names one of the list; where there is room for one of the two, it is shown. */
  isChosen: boolean
}

/** A place of the desk: where it lies, how the rail leads there, and what it shows. */
export interface Place<List extends string = string> {
  /** The first words of its addresses: its own, and of further lists that are open there. */
  lists: readonly [List, ...List[]]
  icon: IconName
  title: () => string
  /** For clinical managers alone: nobody else sees it, or finds it by its address. */
  managers?: true
  /** How many wait there for whoever works here. */
  useWaiting?: () => number
  /** `list`: the first word of the address, one of `lists`; `named`: the further ones. */
  at(list: List, named: readonly string[]): Shown
}

/** The one that an address names of a list; more words than that name nothing. */
export const onlyOf = (named: readonly string[]): string | undefined => (named.length === 1 ? named[0] : undefined)

/** Which of the places an address lies in, and what it names there. Undefined: at the queue, from which everything begins. */
export function placeAt(places: readonly Place[], address: string, mayManage: boolean) {
  const [list = '', ...named] = address.split('/').filter(Boolean).map(decoded)
  const place = places.find(({ lists, managers }) => lists.includes(list) && (mayManage || !managers))
  return place && { place, list, named }
}

/** A half of an escape, typed by hand, is not one: it stands for itself. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
