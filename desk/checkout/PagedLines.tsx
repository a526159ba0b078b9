import { Button } from '@cuida/ui/Button/Button.tsx'
import type { Pages } from '@cuida/ui/client/queries/use-pages.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { type ComponentProps, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useListKeys } from '../kit/page/list-keys.ts'
import { PageNote, PageRow, PageRows } from '../kit/page/PageList.tsx'

export type Cells = Pick<ComponentProps<typeof PageRow>, 'name' | 'amount' | 'facts' | 'state'>

interface PagedLinesProps<Line> {
  list: Pages<Line>
  /** Search results, which replace the list. */
  found?: { items: Line[]; more: boolean } | undefined
  /** The message for an empty list. */
  none: string
  selectedId: string | undefined
  addressOf: (id: string) => string
  cells: (line: Line) => Cells
}

/** Search results show whatever the state of the list query. */
const FOUND = { error: null, isFetching: false, refetch: () => {} }

/**
 * A list of orders, subscriptions, tasks or disputes: each row links to its detail, arrow keys move between rows, and
 * a button loads more.
 */
export function PagedLines<Line extends { id: string }>(props: PagedLinesProps<Line>) {
  const { list, found, none, selectedId, addressOf, cells } = props
  const go = useLocation()[1]
  const items = found?.items ?? list.data?.items
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useListKeys(ids, selectedId, (id) => go(addressOf(id)))
  return (
    <>
      <QueryBoundary
        query={found ? { ...FOUND, data: found } : list}
        lines={6}
        empty={!found && <PageNote>{none}</PageNote>}
      >
        {({ items }) => (
          <PageRows>
            {items.map((item) => (
              <PageRow key={item.id} href={addressOf(item.id)} isChosen={item.id === selectedId} {...cells(item)} />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
      {found?.more && <PageNote>{t('desk.orders.search.more')}</PageNote>}
      {!found && list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('desk.orders.more')}
        </Button>
      )}
    </>
  )
}
