import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import type { ReactNode } from 'react'

/** Address segment of the form for a new item. */
export const NEW_ITEM_SEGMENT = 'new'

/** What a page shows for an address. */
export interface PageContent {
  /** Absent when the page takes the whole width. */
  list?: ReactNode
  detail: ReactNode
  /** The address names an item. On a screen with room for one pane, the item shows instead of the list. */
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
  /** `list` is the first address segment, one of `lists`; `named` has the others. */
  at(list: List, named: readonly string[]): PageContent
}

/** The item that an address names in a list; an address with more segments names none. */
export const singleSegment = (named: readonly string[]): string | undefined =>
  named.length === 1 ? named[0] : undefined

/** The page of an address and its remaining segments. Undefined means the queue, the start page. */
export function findPage(pages: readonly Page[], address: string, mayManage: boolean) {
  const [list = '', ...named] = address.split('/').filter(Boolean).map(decoded)
  const page = pages.find(({ lists, managers }) => lists.includes(list) && (mayManage || !managers))
  return page && { page, list, named }
}

/** A malformed percent escape, typed by hand, is kept as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
