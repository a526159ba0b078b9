import { Button } from '@cuida/ui/Button/Button.tsx'
import type { Pages } from '@cuida/ui/client/queries/use-pages.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { type ComponentProps, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useListKeys } from '../kit/page/list-keys.ts'
import { PageNote, PageRow, PageRows } from '../kit/page/PageList.tsx'

/** What a line says. */
export type Cells = Pick<ComponentProps<typeof PageRow>, 'name' | 'amount' | 'facts' | 'state'>

interface PagedLinesProps<Line> {
  list: Pages<Line>
  /** What was searched for, in place of the list. */
  found?: { items: Line[]; more: boolean } | undefined
  /** What is said where the list is empty. */
  none: string
  chosen: string | undefined
  addressOf: (id: string) => string
  cells: (line: Line) => Cells
}

/** What was searched for is there, whatever becomes of the list. */
const FOUND = { error: null, isFetching: false, refetch: () => {} }

/** The lines of one of the lists of money: each leads to its detail, the keys go from one to the next, and more come by a press. */
export function PagedLines<Line extends { id: string }>(props: PagedLinesProps<Line>) {
  const { list, found, none, chosen, addressOf, cells } = props
  const go = useLocation()[1]
  const items = found?.items ?? list.data?.items
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useListKeys(ids, chosen, (id) => go(addressOf(id)))
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
              <PageRow key={item.id} href={addressOf(item.id)} isChosen={item.id === chosen} {...cells(item)} />
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
