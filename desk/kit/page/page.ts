import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import type { ReactNode } from 'react'

/** Address segment of the form for a new item. */
export const NEW = 'new'

/** What a page shows for an address. */
export interface Shown {
  /** Absent when the page takes the whole width. */
  list?: ReactNode
  detail: ReactNode
  /** The address names one of the list; where there is room for one of the two, it is shown. */
  isChosen: boolean
}

/** A page of the desk: its addresses, its entry in the sidebar, and what it shows. */
export interface Page<List extends string = string> {
  /** First segments of its addresses: one for each of its lists. */
  lists: readonly [List, ...List[]]
  icon: IconName
  title: () => string
  /** For clinical managers only, in the sidebar and by address. */
  managers?: true
  /** Count of waiting items, shown in the sidebar. */
  useWaiting?: () => number
  /** `list`: the first word of the address, one of `lists`; `named`: the further ones. */
  at(list: List, named: readonly string[]): Shown
}

/** The item that an address names in a list; an address with more segments names none. */
export const onlyOf = (named: readonly string[]): string | undefined => (named.length === 1 ? named[0] : undefined)

/** The page of an address and the names in it. Undefined: the queue, the start page. */
export function findPage(pages: readonly Page[], address: string, mayManage: boolean) {
  const [list = '', ...named] = address.split('/').filter(Boolean).map(decoded)
  const page = pages.find(({ lists, managers }) => lists.includes(list) && (mayManage || !managers))
  return page && { page, list, named }
}

/** A half of an escape, typed by hand, is not one: it stands for itself. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
